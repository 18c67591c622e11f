import { Failure } from "../failure.ts";

/** A file in an OCI registry: `oci://<registry>/<name>:<tag>@<digest>#<title>`, with a tag, a digest or both. */
export interface OciReference {
  /** The host of the registry, with the port if the address has one. */
  readonly registry: string;
  readonly name: string;
  readonly tag: string | undefined;
  /**
   * `sha256:` and 64 hexadecimal digits. If there is a digest, it alone determines what is fetched, and a tag only tells people the
   * version.
   */
  readonly digest: string | undefined;
  /** The title of the file. An address needs a title only if several files of the artifact may be the document. */
  readonly title: string | undefined;
}

export function isOciAddress(address: string): boolean {
  return address.startsWith("oci://");
}

/** Parses an address. Names and tags must match the OCI Distribution Specification 1.1. Throws a `Failure` if the address is invalid. */
export function parseOciReference(address: string): OciReference {
  const [, registry, name, tag, digest, title] =
    /^oci:\/\/((?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?)\/([^\s:@#?]+)(?::([^\s:@#?/]+))?(?:@([^\s@#?/]+))?(?:#(.+))?$/.exec(address) ??
    [];
  if (registry === undefined || name === undefined || !isName(name) || (tag !== undefined && !/^\w[\w.-]{0,127}$/.test(tag)))
    throw new Failure(`"${withoutUser(address)}" is not a reference to an OCI registry.`, form);
  if (digest !== undefined && !isDigest(digest))
    throw new Failure(`"${digest}" is not a digest.`, "A digest is sha256: and 64 digits of 0-9 and a-f.");
  if (tag === undefined && digest === undefined) throw new Failure(`"${address}" has neither a tag nor a digest.`, form);
  return { registry, name, tag, digest, title: title === undefined ? undefined : decoded(title) };
}

/**
 * Adds a digest to the address of a file, so that a later change of the tag has no effect. Replaces a digest that the address already has.
 */
export function withDigest(address: string, digest: string): string {
  const [before = "", ...title] = withoutDigest(address).split("#");
  return [`${before}@${digest}`, ...title].join("#");
}

/** Removes the digest from an address. */
export function withoutDigest(address: string): string {
  return address.replace(/^([^@#]*)@sha256:[0-9a-f]{64}/, "$1");
}

export function isDigest(text: unknown): text is string {
  return typeof text === "string" && /^sha256:[0-9a-f]{64}$/.test(text);
}

const form =
  "Write a reference such as oci://registry.example.com/apis/shop:1.2, or with a digest: oci://registry.example.com/apis/shop@sha256:….";

function isName(name: string): boolean {
  return name.split("/").every((part) => /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/.test(part));
}

/** Decodes the percent-encoding of a title, such as %20 for a space. */
function decoded(title: string): string {
  try {
    return decodeURIComponent(title);
  } catch {
    return title;
  }
}

/** Hides the part of an address before an `@`, which may be a password. */
function withoutUser(address: string): string {
  return address.replace(/^oci:\/\/[^/]*@/, "oci://***@");
}
