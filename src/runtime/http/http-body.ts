/** The body of a request, with its `Content-Type`. */
export interface HttpBody {
  readonly contentType: string;
  readonly content: string | Blob;
}
