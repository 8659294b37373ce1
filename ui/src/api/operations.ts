/**
 * The API by its operations, as types only. An operation is named by its key: the method, a space, and the path below
 * `/api/v1` as the server's document writes it (`POST /library/folders`, `PATCH /library/folders/{id}`). Everything else
 * follows from the key: what the path and the query take, what is sent, what is answered.
 */
import type { paths } from "./schema.gen";

/** What the contract names (`docs/contract/calls.tsv`) and the document does not have yet. */
interface Undocumented {
  "/api/track/recommendation": {
    post: {
      parameters: Record<never, never>;
      requestBody: {
        content: {
          "application/json": {
            recommendationId: string;
            scenarioId: string;
            event: "impression" | "click";
            context: string;
            userId: string | null;
            sessionId: string;
            position: number;
          };
        };
      };
      responses: { 204: { content?: never } };
    };
  };
}

type Paths = paths & Undocumented;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Below<Path extends string> = Path extends `/api/v1${infer Rest}` ? Rest : Path;

/** By path, and there by method. */
type Keys = {
  [Path in keyof Paths]: {
    [M in Method]: Paths[Path] extends Record<Lowercase<M>, object> ? `${M} ${Below<Path>}` : never;
  }[Method];
};

/** Every operation there is. */
export type OperationKey = Keys[keyof Keys];
/** Those that only read. */
export type ReadKey = Extract<OperationKey, `GET ${string}`>;

type At<Path extends string> = Path extends keyof Paths ? Path : `/api/v1${Path}` & keyof Paths;
type Operation<Key extends OperationKey> = Key extends `${infer M extends Method} ${infer Path}`
  ? Paths[At<Path>][Lowercase<M> & keyof Paths[At<Path>]]
  : never;

/** The document's entry `name` among an operation's parameters; never where it has none. */
type Parameter<Key extends OperationKey, Name extends string> =
  Operation<Key> extends { parameters: infer All }
    ? Name extends keyof All
      ? Exclude<All[Name], undefined>
      : never
    : never;

/** What the braces of the path stand for. */
export type PathParameters<Key extends OperationKey> = Parameter<Key, "path">;
/** What may, or must, stand in the query. */
export type Query<Key extends OperationKey> = Parameter<Key, "query">;

/** What is sent: JSON as the document has it, or a form with a file. */
export type Body<Key extends OperationKey> =
  Operation<Key> extends { requestBody: { content: infer Content } }
    ? Content extends { "application/json": infer Sent }
      ? Sent
      : FormData
    : never;

type Responses<Key extends OperationKey> =
  Operation<Key> extends { responses: infer All extends object } ? All : never;
type Json<Response> = Response extends { content: { "application/json": infer Said } } ? Said : null;

/** The statuses an operation may answer with. */
export type Status<Key extends OperationKey> = keyof Responses<Key> & number;
/** The statuses of success. */
export type Success = 200 | 201 | 202 | 204;

/** The JSON that an operation answers with one status of success; null where it has none. */
export type AnswerWith<Key extends OperationKey, S extends Status<Key> & Success> = Json<Responses<Key>[S]>;
/** What a call that succeeds resolves to; null where the document has no body. */
export type Answer<Key extends OperationKey> = Key extends OperationKey
  ? AnswerWith<Key, Status<Key> & Success>
  : never;

type Field<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: never }
  : { [N in Name]: Value };
type Optional<Fields> = Fields extends { query: infer Value }
  ? Partial<Value> extends Value
    ? Partial<Fields>
    : Fields
  : Fields;

/** What fills the address of an operation. */
export type AddressOf<Key extends OperationKey> = Key extends OperationKey
  ? Field<"path", PathParameters<Key>> & Optional<Field<"query", Query<Key>>>
  : never;
/** What an operation is called with. */
export type Input<Key extends OperationKey> = Key extends OperationKey
  ? AddressOf<Key> & Field<"body", Body<Key>>
  : never;

/** An argument that may be left out where nothing in it must be given. */
export type Given<Argument> = Partial<Argument> extends Argument ? [given?: Argument] : [given: Argument];

declare const operation: unique symbol;

/** The full address of a read, query included, by which the server, the page's data and the cache know it. */
export type Uri<Key extends ReadKey = ReadKey> = string & { readonly [operation]: Key };
