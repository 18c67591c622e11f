export default {
  version: 1,
  summary: "texts in upper case",
  help: "Models read them as more important than they are. Write them as a sentence.",
  *text({ text, subject }) {
    if (text.startsWith("List")) yield { message: `This is ${subject}.` };
  },
};
