// A library on this machine, so that the example needs no account. Remove it when you call a service of your own.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const books = [
  { id: "b1", title: "The Sea and the Lighthouse", author: "Ines Marlow", year: 1931, available: true },
  { id: "b2", title: "Lighthouses of the North", author: "Tove Aalto", year: 2008, available: false },
  { id: "b3", title: "A Garden in Winter", author: "Paul Okoro", year: 1987, available: true },
];

/** Starts the service on a free port of the loopback address. */
export async function startService() {
  const server = createServer((request, response) => {
    answer(request).then(({ status, body }) => {
      console.log(`  service: ${request.method} ${request.url} -> ${status}`);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function answer(request) {
  if (!request.headers["x-library-card"]) return { status: 401, body: { message: "A library card is needed." } };
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  if (pathname === "/loans") {
    const { bookId } = await json(request);
    const book = books.find(({ id }) => id === bookId);
    if (book === undefined) return { status: 404, body: { message: "There is no such book." } };
    if (!book.available) return { status: 409, body: { message: "Another reader has the book." } };
    return { status: 201, body: { bookId, due: "2030-01-28" } };
  }
  if (pathname === "/books") {
    const words = searchParams.get("query").toLowerCase().split(" ");
    const found = books.filter(({ title, author }) => words.every((word) => `${title} ${author}`.toLowerCase().includes(word)));
    return { status: 200, body: found.slice(0, Number(searchParams.get("limit") ?? 10)) };
  }
  const book = books.find(({ id }) => pathname === `/books/${id}`);
  return book === undefined ? { status: 404, body: { message: "There is no such book." } } : { status: 200, body: book };
}
