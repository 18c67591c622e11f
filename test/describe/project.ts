/** A text that tries to be more than a text, wherever a document has one. */
export const hostileText = `"><script>document.title = "owned"</script><img src=x onerror="document.title='owned'"> \u202egnp.exe\u202c </script>`;

/** An OpenAPI document of many tools that read, write and delete. */
export function manyTools(count: number): string {
  const paths = Array.from({ length: count / 2 }, (_item, index) => [
    `/things/${index}/{id}`,
    {
      get: operation(`get_thing_${index}`, `Get the thing number ${index}.`),
      delete: operation(`delete_thing_${index}`, `Remove the thing number ${index} for ever.`),
    },
  ]);
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Many", version: "1" },
    servers: [{ url: "https://many.example" }],
    paths: Object.fromEntries(paths),
  });
}

/** An OpenAPI document of tools that have different texts, and the same arguments and results. */
export function alikeTools(count: number): string {
  const parameters = ["owner", "repo", "page", "per_page", "sort"].map((name) => ({
    name,
    in: "query",
    description: `What ${name === "owner" ? "owns" : name} the thing, in a sentence or two. The default of the service is used without it.`,
    schema: { type: "string", example: `some ${name}` },
  }));
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_item, place) => [`member_${place}`, { type: "string", description: `The member ${place} of the thing.` }]),
  );
  const responses = { 200: { description: "It.", content: { "application/json": { schema: { type: "object", properties } } } } };
  const paths = Array.from({ length: count }, (_item, index) => {
    const description = `Get the thing ${index} from the place where it is. Others may have changed it since.`;
    return [`/things/${index}`, { get: { operationId: `get_${index}`, summary: `Thing ${index}`, description, parameters, responses } }];
  });
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Alike", version: "1" },
    servers: [{ url: "https://alike.example" }],
    paths: Object.fromEntries(paths),
  });
}

/** One tool all of whose texts are hostile. */
export const hostileProject = {
  "toolsets/hostile.yaml": "displayName: hostile\nopenApiToolset: { openApiSchema: ../hostile.json }\n",
  "hostile.json": JSON.stringify({
    openapi: "3.0.3",
    info: { title: hostileText, version: "1", description: hostileText },
    servers: [{ url: "https://hostile.example", description: hostileText }],
    tags: [{ name: hostileText, description: hostileText }],
    paths: {
      "/a/{id}": {
        get: {
          operationId: "look",
          summary: hostileText,
          description: `${hostileText}\n\n${hostileText}`,
          tags: [hostileText],
          parameters: [
            {
              name: "id",
              in: "path",
              required: true,
              description: hostileText,
              schema: { type: "string", enum: [hostileText, "b"], title: hostileText },
            },
          ],
          responses: {
            "200": {
              description: hostileText,
              content: {
                "application/json": {
                  schema: { type: "object", properties: { [hostileText]: { type: "string", description: hostileText } } },
                },
              },
            },
          },
        },
      },
    },
  }),
};

function operation(operationId: string, summary: string): object {
  const parameters = [{ name: "id", in: "path", required: true, description: "Which one.", schema: { type: "string" } }];
  return { operationId, summary, parameters, responses: { "204": { description: "Done." } } };
}
