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
