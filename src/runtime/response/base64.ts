/**
 * The number of bytes that are encoded at a time. It is a multiple of three, so that only the last characters are padded, and less than the
 * number of arguments that a function can have.
 */
const sliceBytes = 24_576;

/** Encodes `bytes` in Base64 (RFC 4648 §4), in slices: a string of a whole large file would take five times its memory. */
export function base64Of(bytes: Uint8Array): string {
  let result = "";
  for (let start = 0; start < bytes.length; start += sliceBytes)
    result += btoa(String.fromCharCode(...bytes.subarray(start, start + sliceBytes)));
  return result;
}
