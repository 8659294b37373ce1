/** A form with a file in its field `file`, as every call that takes one reads it. A blob that is no file has no name of its own. */
export function fileForm(file: Blob, name?: string): FormData {
  const body = new FormData();
  if (name === undefined) body.set("file", file);
  else body.set("file", file, name);
  return body;
}
