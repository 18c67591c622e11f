/** Whether everything is tried, as `npm run test:long` does before a release. By default, what takes long is a sample. */
export const isLong = process.env["LONG"] === "1";
