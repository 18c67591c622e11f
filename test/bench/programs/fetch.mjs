// The least that a program does which calls a service once: what a cold start with a tool is compared with.
const response = await fetch(`${process.argv[2]}/orders/7`, { headers: { accept: "application/json", authorization: "Bearer x" } });
await response.json();
