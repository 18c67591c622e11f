#!/usr/bin/env node
// A browser of a user who is signed in already and consents: it follows the redirects of the page that it is given.
await fetch(process.argv[2]).catch(() => undefined);
