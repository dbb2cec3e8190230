import { APP_FILE } from './project-paths.ts';

/**
 * How documents refer to schemas, derived from the `$schema` of the project's app.json: by relative path, or by the
 * package's address.
 *
 * @returns A function of a schema's file name and the number of folders between the document and the project's root.
 */
export function schemaNames(
  files: readonly { readonly path: string; readonly text: string }[],
): (schema: string, depth: number) => string {
  const app = files.find(({ path }) => path === APP_FILE)?.text ?? '';
  const base = /"\$schema"\s*:\s*"([^"]*)app\.schema\.json"/.exec(app)?.[1] ?? '../schemas/';
  // app.json is one folder deep; an address does not change.
  return (schema, depth) =>
    base.startsWith('../') ? `${'../'.repeat(depth - 1)}${base}${schema}` : `${base}${schema}`;
}
