import { isRecord } from "../../runtime/json.ts";
import { Failure } from "../failure.ts";
import { documentFormat, type FetchedDocument, maxDocumentBytes } from "./fetch-document.ts";
import { isDigest, type OciReference, parseOciReference } from "./oci-reference.ts";
import { type RepositoryContent, readRepository, record } from "./oci-repository.ts";
import { decodeText } from "./response-text.ts";

/** A document from an OCI registry, and the digest of the OCI manifest that refers to it. */
export interface FetchedArtifact extends FetchedDocument {
  readonly digest: string;
}

/** A file of an artifact (OCI Image Format Specification 1.1, "Content Descriptors"). */
interface Descriptor {
  readonly digest: string;
  readonly size: number;
  readonly mediaType: string;
  readonly title: string | undefined;
  /** Whether the file is the archive of a folder that `oras push` packed. */
  readonly isFolder: boolean;
}

const imageManifest = "application/vnd.oci.image.manifest.v1+json";
/**
 * The media type of manifests in the release candidates of OCI 1.1. Such manifests have `blobs` instead of `layers`, and registries still
 * store some.
 */
const artifactManifest = "application/vnd.oci.artifact.manifest.v1+json";
const dockerManifest = "application/vnd.docker.distribution.manifest.v2+json";
const imageIndex = "application/vnd.oci.image.index.v1+json";

/** The maximum size of a manifest. OCI expects registries to accept manifests up to this size. */
const maxManifestBytes = 4 * 1024 * 1024;

/**
 * Fetches the OpenAPI document of an artifact. Throws if the manifest does not have the digest in the address, or if the document does not
 * have the digest in the manifest.
 */
export async function fetchArtifact(address: string, { timeout }: { readonly timeout: number }): Promise<FetchedArtifact> {
  const reference = parseOciReference(address);
  const readContent = readRepository(reference, timeout);
  const manifest = await readContent({
    path: `manifests/${reference.digest ?? reference.tag}`,
    accept: [imageManifest, artifactManifest, dockerManifest, imageIndex].join(", "),
    digest: reference.digest,
    bytes: maxManifestBytes,
  });
  const file = chooseFile(await filesOf(manifest, address), reference, address);
  if (file.isFolder) throw folderFile(address);
  if (file.size > maxDocumentBytes)
    throw new Failure(`The file of ${address} is too large: ${file.size} bytes.`, `A document has at most ${maxDocumentBytes} bytes.`);
  const { bytes, url } = await readContent({ path: `blobs/${file.digest}`, accept: "*/*", digest: file.digest, bytes: maxDocumentBytes });
  // These two bytes are the signature of gzip. A text cannot start with them, so the file is an archive.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw folderFile(address);
  const text = decodeText(bytes, url);
  return { text, format: await documentFormat(text, url), digest: manifest.digest };
}

async function filesOf({ bytes, url }: RepositoryContent, address: string): Promise<readonly Descriptor[]> {
  const manifest = await record(bytes, url);
  if (Array.isArray(manifest["manifests"]))
    throw new Failure(
      `${address} is an index of several artifacts.`,
      "Select one artifact by its digest. `oras manifest fetch` lists the digests.",
    );
  const listed = manifest["layers"] ?? manifest["blobs"];
  const files = Array.isArray(listed) ? listed.map(descriptor) : [];
  if (files.length === 0 || files.includes(undefined))
    throw new Failure(
      `${address} is not an artifact with files.`,
      "Push the document as a file: `oras push registry/name:tag openapi.yaml`.",
    );
  return files.flatMap((file) => file ?? []);
}

function descriptor(given: unknown): Descriptor | undefined {
  if (!isRecord(given)) return undefined;
  const { digest, size, mediaType, annotations } = given;
  if (!isDigest(digest) || typeof size !== "number") return undefined;
  const noted = isRecord(annotations) ? annotations : {};
  const title = noted["org.opencontainers.image.title"];
  return {
    digest,
    size,
    mediaType: typeof mediaType === "string" ? mediaType : "",
    title: typeof title === "string" ? title : undefined,
    isFolder: noted["io.deis.oras.content.unpack"] === "true",
  };
}

/**
 * Chooses the file that has the title in the reference. For a reference without a title, chooses the only file, or the only file that may
 * be a document. Throws if no file, or more than one, is possible.
 */
function chooseFile(files: readonly Descriptor[], { title }: OciReference, address: string): Descriptor {
  const [only] = files;
  const candidates = files.filter((file) => (title === undefined ? isDocument(file) : file.title === title));
  const [chosen] = title === undefined && files.length === 1 && only !== undefined ? [only] : candidates;
  if (chosen !== undefined && candidates.length < 2) return chosen;
  const titles = files.flatMap((file) => (file.title === undefined ? [] : [`"${file.title}"`])).slice(0, 20);
  const known = titles.length === 0 ? "None of its files has a title." : `Available: ${titles.join(", ")}.`;
  if (title !== undefined)
    throw new Failure(`${address} has ${chosen === undefined ? "no" : "more than one"} file with the title "${title}".`, known);
  throw new Failure(
    `${address} has ${files.length} files, ${chosen === undefined ? "none" : "more than one"} of which looks like a document.`,
    `${known} Select the document by its title, as in ${address.replace(/#.*/, "")}#openapi.yaml.`,
  );
}

/**
 * Whether a file may be a document, by its title or media type. The media type alone is not sufficient: by default, `oras push` gives every
 * file the media type of a layer.
 */
function isDocument({ mediaType, title = "" }: Descriptor): boolean {
  return /\.(?:json|ya?ml)$/i.test(title) || /[/+.](?:json|ya?ml|openapi)$/i.test(mediaType);
}

function folderFile(address: string): Failure {
  return new Failure(
    `The file of ${address} is an archive, such as a folder that \`oras push\` packed.`,
    "Push the document itself, as a file: `oras push registry/name:tag openapi.yaml`.",
  );
}
