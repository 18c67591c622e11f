export default { version: 1, summary: "", help: "", tool() {} };
