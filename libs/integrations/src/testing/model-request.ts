/** One call that the server received. */
export interface ModelRequest {
  readonly authorization: string;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly name: string; readonly schema: unknown };
  };
  readonly max_completion_tokens?: number;
  readonly max_tokens?: number;
}
