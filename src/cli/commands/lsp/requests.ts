import { join } from "node:path";
import {
  type Connection,
  type Location,
  type Range,
  ResponseError,
  type TextDocumentPositionParams,
  type TextDocuments,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { acceptedFile } from "../../../contract/changes/accepted.ts";
import { lockFolder } from "../../../contract/lock/lock-file.ts";
import { formatProject } from "../../../project/format-project.ts";
import { complete } from "./completion/complete.ts";
import { type Known, type NamedPlace, namedPlaceAt, namedPlacesIn } from "./named-places.ts";
import { type OpenDocuments, uriOfPath } from "./open-documents.ts";
import { outlineOf } from "./outline.ts";
import type { ProjectSession } from "./project-session.ts";
import { referenceAt } from "./reference-at.ts";
import { type Renamed, renamedAt, renaming } from "./rename.ts";
import { difference } from "./text-edit.ts";
import { rangesOf } from "./to-diagnostic.ts";

/** What requests about a file need of the server. */
export interface Served {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly open: OpenDocuments;
  /** The project of a file, by the URI of the file, and the path of the file from the root of the project. */
  readonly projectOf: (uri: string) => { readonly session: ProjectSession; readonly path: string } | undefined;
  /** Whether the editor can rename files as a part of an edit. */
  readonly canRenameFiles: () => boolean;
}

/** An open file, and the current content of its project. */
interface Asked {
  readonly session: ProjectSession;
  readonly path: string;
  readonly document: TextDocument;
  readonly known: Known;
}

/** Answers what an editor asks about a file: hover, definition, completion, rename, symbols and formatting. */
export function serveRequests({ connection, documents, open, projectOf, canRenameFiles }: Served): void {
  async function asked(uri: string): Promise<Asked | undefined> {
    const found = projectOf(uri);
    const document = documents.get(uri);
    if (found === undefined || document === undefined) return undefined;
    const reading = await found.session.read();
    return { ...found, document, known: { reading, program: found.session.compilation()?.program } };
  }

  async function namedAt({ textDocument: { uri }, position }: TextDocumentPositionParams) {
    const file = await asked(uri);
    if (file === undefined) return undefined;
    const { path, document, known, session } = file;
    const offset = document.offsetAt(position);
    const tree = known.reading.project.files.get(path);
    const reference = tree && referenceAt(tree, offset, known.reading.project);
    const named: Pick<NamedPlace, "to" | "hover"> | undefined = reference ?? namedPlaceAt(namedPlacesIn(path, known), offset);
    return named && { named, root: session.opened.root };
  }

  connection.onHover(async (params) => {
    const found = await namedAt(params);
    return found && { contents: { kind: "markdown", value: found.named.hover } };
  });

  connection.onDefinition(async (params): Promise<Location[]> => {
    const found = await namedAt(params);
    if (found === undefined) return [];
    return rangesOf(found.named.to).map(({ file, range }) => ({ uri: uriOfPath(join(found.root, file), open), range }));
  });

  connection.onCompletion(async ({ textDocument: { uri }, position }) => {
    const file = await asked(uri);
    if (file === undefined) return [];
    const { document, path, known, session } = file;
    // While a file is written, it often cannot be read. The names of the project are then those of its last valid content.
    const reading = session.usable() ?? known.reading;
    return complete(document, document.offsetAt(position), { path, known: { ...known, reading }, files: session.host.list });
  });

  connection.onDocumentSymbol(async ({ textDocument: { uri } }) => {
    const file = await asked(uri);
    const { project } = file?.known.reading ?? {};
    const tree = file && project?.files.get(file.path);
    return tree === undefined ? [] : outlineOf(tree, project?.nested.get(tree) ?? new Map());
  });

  connection.onDocumentFormatting(async ({ textDocument: { uri } }): Promise<TextEdit[]> => {
    const found = projectOf(uri);
    const text = documents.get(uri)?.getText();
    if (found === undefined || text === undefined) return [];
    const { session, path } = found;
    const request = { config: session.opened.config, input: { kind: "file", path } as const, acceptedPath: `${lockFolder}${acceptedFile}` };
    const formatted = (await formatProject(session.host, request)).files.find((file) => file.path === path);
    return formatted?.text === undefined || formatted.text === text ? [] : [difference(text, formatted.text)];
  });

  async function renamed({ textDocument: { uri }, position }: TextDocumentPositionParams) {
    const file = await asked(uri);
    const found = file && renamedAt(file.path, file.document.offsetAt(position), file.known);
    return file && found && { file, found };
  }

  connection.onPrepareRename(async (params): Promise<{ range: Range; placeholder: string } | null> => {
    const at = await renamed(params);
    const [place] = at === undefined ? [] : rangesOf([at.found.place]);
    return at === undefined || place === undefined ? null : { range: place.range, placeholder: at.found.name };
  });

  connection.onRenameRequest(async (params): Promise<WorkspaceEdit | ResponseError | null> => {
    const at = await renamed(params);
    return at === undefined ? null : workspaceEdit(at.found, params.newName, at.file);
  });

  function workspaceEdit(found: Renamed, to: string, { session, known }: Asked): WorkspaceEdit | ResponseError {
    const renamedTo = renaming(found, to, known);
    if (typeof renamedTo === "string") return new ResponseError(requestFailed, renamedTo);
    const uriOf = (path: string) => uriOfPath(join(session.opened.root, path), open);
    const { texts, moved } = renamedTo;
    if (moved.length > 0 && !canRenameFiles())
      return new ResponseError(
        requestFailed,
        `The snapshot ${moved.map(([from]) => from).join(", ")} is named after the toolset, and this editor cannot rename files. Rename it first.`,
      );
    const edits = [...texts].map(([path, { before, after }]) => ({ uri: uriOf(path), edit: difference(before, after) }));
    if (moved.length === 0) return { changes: Object.fromEntries(edits.map(({ uri, edit }) => [uri, [edit]])) };
    return {
      documentChanges: [
        ...edits.map(({ uri, edit }) => ({ textDocument: { uri, version: documents.get(uri)?.version ?? null }, edits: [edit] })),
        ...moved.map(([from, after]) => ({ kind: "rename" as const, oldUri: uriOf(from), newUri: uriOf(after) })),
      ],
    };
  }
}

/** The code of an answer to a valid request that cannot be fulfilled (LSP 3.17). */
const requestFailed = -32803;
