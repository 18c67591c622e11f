/** The maximum size of a file that is read, in bytes. Nearly all public OpenAPI documents have less than 13 MB. */
export const largestFile: number = 64 * 1024 * 1024;
