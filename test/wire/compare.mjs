// Whether what arrived is what the standard asks for.

/** Sentences on what differs; none if it is right. An expectation that is a list names texts that are equally right. */
export function differences(expected, request) {
  const found = [];
  const compare = (what, wanted, actual) => {
    if (![wanted].flat().includes(actual))
      found.push(`${what}: expected ${[wanted].flat().map(quoted).join(" or ")}, got ${quoted(actual)}`);
  };
  compare("method", expected.method, request.method);
  if (expected.target !== undefined) compare("target", expected.target, request.target);
  for (const [name, wanted] of Object.entries(expected.headers)) compare(`header ${name}`, wanted, headerOf(request, name, wanted));
  if (expected.body !== undefined) compare("body", expected.body, request.body.toString("utf8"));
  if (expected.json !== undefined) compare("body", canonical(expected.json), canonical(parsed(request.body)));
  if (expected.parts !== undefined) compare("parts", canonical(expected.parts), canonical(partsOf(request)));
  return found;
}

function quoted(text) {
  return text === undefined || text === null ? "nothing" : JSON.stringify(text);
}

/** `null` in an expectation says that the header must not be there. A media type is compared without parameters that nobody asked for. */
function headerOf({ headers }, name, wanted) {
  const texts = headers.filter(([header]) => header === name).map(([, text]) => text);
  if (texts.length === 0) return null;
  const text = texts.join(", ");
  return name === "content-type" && ![wanted].flat().some((each) => each?.includes(";")) ? text.split(";")[0].trim().toLowerCase() : text;
}

/** JSON with sorted keys: the order of members means nothing. */
function canonical(value) {
  return JSON.stringify(value, (_key, member) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function parsed(body) {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return `not JSON: ${body.toString("utf8")}`;
  }
}

/** The parts of a multipart body (RFC 2046 §5.1) with what counts of their headers; `text/plain` is the default. */
function partsOf({ headers, body }) {
  const type = new Map(headers).get("content-type") ?? "";
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  if (boundary === undefined) return `no boundary in ${type}`;
  const pieces = `\r\n${body.toString("latin1")}`.split(`\r\n--${boundary}`);
  return pieces.slice(1, -1).map((piece) => {
    const [head = "", ...rest] = piece.replace(/^\r\n/, "").split("\r\n\r\n");
    const lines = new Map(head.split("\r\n").map((line) => [line.split(":")[0].toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]));
    const disposition = lines.get("content-disposition") ?? "";
    const contentType = (lines.get("content-type") ?? "text/plain").split(";")[0].trim();
    return {
      name: /\bname="([^"]*)"/.exec(disposition)?.[1] ?? null,
      ...(disposition.includes("filename=") ? { filename: /filename="([^"]*)"/.exec(disposition)?.[1] } : {}),
      type: contentType,
      text: Buffer.from(rest.join("\r\n\r\n"), "latin1").toString("utf8"),
    };
  });
}
