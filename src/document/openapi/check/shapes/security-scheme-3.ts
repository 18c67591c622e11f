import type { OpenApiVersion } from "../../read/operation.ts";
import { checkSecurityScheme } from "../check-security.ts";
import { boolean, choice, mapOf, minor, type ObjectShape, objectOf, type ShapeFields, string, uri } from "./shape.ts";

export function securityScheme(version: OpenApiVersion, instead: object): ObjectShape {
  const scopes = { "scopes!": mapOf(string), refreshUrl: uri };
  const flow = (fields: ShapeFields) => objectOf("OAuth Flow Object", () => ({ ...fields, ...scopes }));
  const flows = objectOf(
    "OAuth Flows Object",
    (): ShapeFields => ({
      implicit: flow({ "authorizationUrl!": uri }),
      password: flow({ "tokenUrl!": uri }),
      clientCredentials: flow({ "tokenUrl!": uri }),
      authorizationCode: flow({ "authorizationUrl!": uri, "tokenUrl!": uri }),
      ...(version === "3.2" ? { deviceAuthorization: flow({ "deviceAuthorizationUrl!": uri, "tokenUrl!": uri }) } : {}),
    }),
  );
  return objectOf(
    "Security Scheme Object",
    (): ShapeFields => ({
      "type!": choice("apiKey", "http", "oauth2", "openIdConnect", ...(version === "3.0" ? [] : ["mutualTLS"])),
      description: minor(string),
      name: string,
      in: choice("query", "header", "cookie"),
      scheme: string,
      bearerFormat: minor(string),
      flows,
      openIdConnectUrl: uri,
      ...(version === "3.2" ? { oauth2MetadataUrl: string, deprecated: minor(boolean) } : {}),
    }),
    { ...instead, check: checkSecurityScheme },
  );
}
