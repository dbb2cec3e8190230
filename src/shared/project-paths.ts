/** Where a project's documents stand: folder, and what their names end in. */
export const DOCUMENTS: readonly (readonly [folder: string, ending: string])[] = [
  ['screens', '.screen.json'],
  ['screens/parts', '.part.json'],
  ['screens/messages', '.json'],
  ['screens/theme', '.tokens.json'],
  ['schemas/api', '.endpoint.json'],
];
/** Where its pictures stand. */
export const PICTURES = 'screens/assets';

/** The document that makes a folder a project. */
export const APP_FILE = 'screens/app.json';

/** Whether a document or a picture of a project may stand there. */
export function isProjectPath(path: string): boolean {
  if (path === APP_FILE) return true;
  const at = path.lastIndexOf('/');
  const folder = path.slice(0, at);
  const name = path.slice(at + 1);
  if (!/^[a-zA-Z0-9][\w.-]{0,99}$/.test(name)) return false;
  return (
    folder === PICTURES || DOCUMENTS.some(([where, ending]) => folder === where && name.endsWith(ending))
  );
}

/** Where states with replies of their own stand: kept with a draft as its documents are, and no part of a release. */
export const VARIANTS_FOLDER = 'fixtures/variants';
const VARIANT = /^fixtures\/variants\/([a-z0-9]+(?:-[a-z0-9]+)*)\.json$/;

/** What a variant is called; undefined of every other file. */
export function variantName(path: string): string | undefined {
  return VARIANT.exec(path)?.[1];
}

/** Whether a project's file is a picture: bytes, of which only the name concerns the definitions. */
export function isPicture(path: string): boolean {
  return path.startsWith(`${PICTURES}/`);
}
