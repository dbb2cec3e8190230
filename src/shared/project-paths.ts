/** Folders of a project's documents, and the endings of their names. */
export const DOCUMENTS: readonly (readonly [folder: string, ending: string])[] = [
  ['screens', '.screen.json'],
  ['screens/parts', '.part.json'],
  ['screens/messages', '.json'],
  ['screens/theme', '.tokens.json'],
  ['schemas/api', '.endpoint.json'],
];
/** Folder of its images and fonts. */
export const ASSETS_FOLDER = 'screens/assets';

/** The document that makes a folder a project. */
export const APP_FILE = 'screens/app.json';

/** Whether a path is allowed for a document or an image of a project. */
export function isProjectPath(path: string): boolean {
  if (path === APP_FILE) return true;
  const at = path.lastIndexOf('/');
  const folder = path.slice(0, at);
  const name = path.slice(at + 1);
  if (!/^[a-zA-Z0-9][\w.-]{0,99}$/.test(name)) return false;
  return (
    folder === ASSETS_FOLDER || DOCUMENTS.some(([where, ending]) => folder === where && name.endsWith(ending))
  );
}

/** Folder of states with their own replies: stored with a draft like its documents, but not part of a release. */
export const VARIANTS_FOLDER = 'fixtures/variants';
const VARIANT = /^fixtures\/variants\/([a-z0-9]+(?:-[a-z0-9]+)*)\.json$/;

/** The name of a variant; undefined for every other file. */
export function variantName(path: string): string | undefined {
  return VARIANT.exec(path)?.[1];
}

const PART = /^screens\/parts\/([^/]+)\.part\.json$/;

/** The name of a part; undefined for every other file. */
export function partName(path: string): string | undefined {
  return PART.exec(path)?.[1];
}

/** Whether a project's file is an image or font: for the definitions only its name matters. */
export function isAsset(path: string): boolean {
  return path.startsWith(`${ASSETS_FOLDER}/`);
}
