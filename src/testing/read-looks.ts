import { isHidden } from './roles.ts';
import { reachable, type TreeLine } from './read-tree.ts';

/*
 * The looks of a screen: a line for each element with variants, in the renderer's class names. The first class is
 * the element's kind, the others are its variants. Also images, icons, digits that only sighted people read, the
 * keyboard hints of fields, and whether a keyboard is open. Contains no words, so it is equal in every language, and
 * no pixels.
 */

const PREFIX = 'cz-';
/** Attributes of a field that configure a phone's keyboard. */
const TYPING = ['type', 'inputmode', 'autocomplete', 'enterkeyhint', 'maxlength', 'rows', 'accept'] as const;

/** The reachable elements that have looks, a line each; children are indented by two spaces. */
export function readLooks(document: Document): readonly TreeLine[] {
  const lines: TreeLine[] = [];
  // The page has this class while it makes room for an open keyboard.
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
    // Icons and logos are hidden from screen readers, but visible.
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

/** Digits such as `42/200`. A screen reader announces them in words, and later than they are shown. */
function readFigures(element: Element): string | undefined {
  const text = element.textContent.trim();
  return element.getAttribute('aria-hidden') === 'true' && /^\P{L}*\d\P{L}*$/u.test(text) ? text : undefined;
}

/** Names an image without its bytes: the name of a shipped one, the path of a project's one. */
function nameOfPicture(element: Element): string {
  const [address = ''] = (element.getAttribute('src') ?? '').split(/[?#]/);
  const { origin } = element.ownerDocument.location;
  const [made] = /^(?:data|blob)(?=:)/.exec(address) ?? [];
  if (made !== undefined) return made;
  return address.replace(`${origin}/`, '/').replace(/-[0-9a-f]{10}(?=\.\w+$)/, '');
}
