export const rule = { version: 1 };
