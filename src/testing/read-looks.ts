import { isHidden } from './roles.ts';
import { reachable, type TreeLine } from './read-tree.ts';

/*
 * A screen as it is seen: of each element that looks one way of several which one it is, in the renderer's own names:
 * the first class says what an element is, the others how it looks. Then which pictures and icons, and what a
 * keyboard is told of a field, and whether one is open. Figures that are for the eye alone, and no words, so it is the same in every language; no
 * pixels.
 */

const PREFIX = 'cz-';
/** What a field tells the keyboard of a phone. */
const TYPING = ['type', 'inputmode', 'autocomplete', 'enterkeyhint', 'maxlength', 'rows', 'accept'] as const;

/** What can be reached, a line for each element that has a look; what stands in one two spaces further in. */
export function readLooks(document: Document): readonly TreeLine[] {
  const lines: TreeLine[] = [];
  // What makes room for an open keyboard is said of the page.
  if (document.documentElement.classList.contains(`${PREFIX}typing`)) lines.push({ text: 'page typing' });
  read(reachable(document), 0, undefined, lines);
  return lines;
}

function read(element: Element, depth: number, around: string | undefined, lines: TreeLine[]): void {
  const id = element.id === '' ? around : element.id;
  const look = lookOf(element);
  if (look !== undefined)
    lines.push({ text: `${'  '.repeat(depth)}${look}`, ...(id !== undefined && { id }) });
  for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) {
    // Icons and logos are seen by those who see, and only by them.
    if (!isHidden(child) || child.getAttribute('aria-hidden') === 'true')
      read(child, look === undefined ? depth : depth + 1, id, lines);
  }
}

function lookOf(element: Element): string | undefined {
  const [first = '', ...others] = [...element.classList].filter((name) => name.startsWith(PREFIX));
  const what = first.slice(PREFIX.length);
  const words = others.map((name) =>
    name.startsWith(`${first}-`) ? name.slice(first.length + 1) : name.slice(PREFIX.length),
  );
  const { localName } = element;
  if (localName === 'img') return `picture ${nameOfPicture(element)}`;
  if (localName === 'input' || localName === 'textarea') {
    for (const name of TYPING) {
      const value = element.getAttribute(name);
      if (value !== null) words.push(`${name}=${value}`);
    }
    return [what || localName, ...words].join(' ');
  }
  const figures = readFigures(element);
  if (figures !== undefined) words.push(`"${figures}"`);
  return words.length === 0 ? undefined : [what, ...words].join(' ');
}

/** Such as `42/200`, which who listens is told in words, and later. */
function readFigures(element: Element): string | undefined {
  const text = element.textContent.trim();
  return element.getAttribute('aria-hidden') === 'true' && /^\P{L}*\d\P{L}*$/u.test(text) ? text : undefined;
}

/** Where it is, without its bytes: of one that ships with the screens the name, of one of our own the path. */
function nameOfPicture(element: Element): string {
  const [address = ''] = (element.getAttribute('src') ?? '').split(/[?#]/);
  const { origin } = element.ownerDocument.location;
  const [made] = /^(?:data|blob)(?=:)/.exec(address) ?? [];
  if (made !== undefined) return made;
  return address.replace(`${origin}/`, '/').replace(/-[0-9a-f]{10}(?=\.\w+$)/, '');
}
