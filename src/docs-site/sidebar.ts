import { posix } from 'node:path';

export interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Entry[];
  readonly collapsed?: boolean;
}

/** Folders of the sidebar in order; other folders come after these. */
const FOLDERS = ['start', 'guide', 'examples', 'reference', 'operating', 'contributing', 'project'];

/**
 * The sidebar: one group for each folder, with the titles of its pages. Pages that the first page links come in its order;
 * the others follow by address.
 */
export function writeSidebar(pages: ReadonlyMap<string, string>): readonly Entry[] {
  const listed = [...(pages.get('index.md') ?? '').matchAll(/\]\(\/([^)#]+\.md)\)/g)].map(
    ([, path = '']) => path,
  );
  const rankOf = (path: string) => {
    const at = listed.indexOf(path);
    return at === -1 ? listed.length : at;
  };
  const inOrder = [...pages.keys()]
    .filter((path) => path !== 'index.md' && !/^---\nsearch: false/.test(pages.get(path) ?? ''))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  const groups = [...new Set([...FOLDERS, ...inOrder.map((path) => path.split('/')[0] ?? '')])];
  return groups
    .map((folder) => writeGroup(folder, titleOfFolder(folder), inOrder, pages))
    .filter((group) => group !== undefined);
}

function writeGroup(
  folder: string,
  text: string,
  inOrder: readonly string[],
  pages: ReadonlyMap<string, string>,
): Entry | undefined {
  const inside = inOrder.filter((path) => path.startsWith(`${folder}/`));
  if (inside.length === 0) return undefined;
  const isFlat = folder === 'project';
  const own = inside.filter((path) => isFlat || posix.dirname(path) === folder);
  const folders = isFlat
    ? []
    : [...new Set(inside.map((path) => posix.dirname(path)))].filter((one) => one !== folder);
  const first = own.filter((path) => posix.basename(path) === 'index.md');
  const rest = own.filter((path) => posix.basename(path) !== 'index.md');
  return {
    text,
    collapsed: true,
    items: [
      ...[...first, ...rest].map((path) => ({
        text: titleOf(pages.get(path) ?? '', path),
        link: `/${path.replace(/(?:index)?\.md$/, '')}`,
      })),
      ...folders.flatMap((one) => writeGroup(one, titleOfFolder(posix.basename(one)), inside, pages) ?? []),
    ],
  };
}

function titleOfFolder(folder: string): string {
  return folder.charAt(0).toUpperCase() + folder.slice(1);
}

/** The first heading, without marks. */
export function titleOf(text: string, path: string): string {
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? path;
  return heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}
