import { isSecret } from './read-tree.ts';

/** A rendered page without its scripts; plain data, so that threads can exchange it. */
export interface DrawnPage {
  readonly language: string;
  readonly title: string;
  /** The style of the document element, for example a larger text size. */
  readonly style: string;
  readonly classes: string;
  /** Markup; images are included as `data:` URLs. */
  readonly body: string;
  /** The plan node of each element, by element id. */
  readonly nodes: { readonly [id: string]: string };
}

export interface SavedImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Links out of the project, which a copy can keep. */
const OUTWARD = /^(?:https?|tel|mailto|sms):/;

/**
 * Copies the rendered page: entered values become markup, links within the project are disabled, scripts and frames are
 * removed.
 *
 * @param find - Returns a project image; undefined if there is none.
 */
export async function savePage(
  document: Document,
  nodes: ReadonlyMap<string, string>,
  find: (path: string) => Promise<SavedImage | undefined>,
): Promise<DrawnPage> {
  const { documentElement: root, body } = document;
  const copy = body.cloneNode(true) as HTMLElement;
  const originals = [...body.querySelectorAll('*')];
  const pictures: Promise<void>[] = [];
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (original !== undefined) keepEntry(original, element);
    if (element.localName === 'a' && !OUTWARD.test(element.getAttribute('href') ?? 'tel:'))
      element.setAttribute('href', '#');
    if (element.localName === 'img') pictures.push(keepPicture(element, document.baseURI, find));
  }
  for (const element of copy.querySelectorAll('script, iframe, template')) element.remove();
  await Promise.all(pictures);
  return {
    language: root.lang,
    title: document.title,
    style: root.getAttribute('style') ?? '',
    classes: root.className,
    body: copy.innerHTML,
    nodes: Object.fromEntries(nodes),
  };
}

/** The value of a field is not part of its markup. */
function keepEntry(original: Element, copy: Element): void {
  const field = original as Partial<HTMLInputElement>;
  const keepFlag = (name: string, isOn: boolean | undefined): void => void copy.toggleAttribute(name, isOn);
  if (original.localName === 'textarea') copy.textContent = field.value ?? '';
  if (original.localName === 'option') keepFlag('selected', (original as HTMLOptionElement).selected);
  if (original.localName !== 'input') return;
  if (field.type === 'checkbox' || field.type === 'radio') keepFlag('checked', field.checked);
  else if (field.type !== 'file') copy.setAttribute('value', isSecret(original) ? '' : (field.value ?? ''));
}

async function keepPicture(
  image: Element,
  base: string,
  find: (path: string) => Promise<SavedImage | undefined>,
): Promise<void> {
  const address = image.getAttribute('src') ?? '';
  image.removeAttribute('srcset');
  if (address === '' || address.startsWith('data:')) return;
  const { origin, pathname, search } = new URL(address, base);
  const picture = origin === new URL(base).origin ? await find(pathname + search) : undefined;
  if (picture === undefined) image.removeAttribute('src');
  else
    image.setAttribute('src', `data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}`);
}
