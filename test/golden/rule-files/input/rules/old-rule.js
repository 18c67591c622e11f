export default { version: 2, summary: "", help: "", tool() {} };
