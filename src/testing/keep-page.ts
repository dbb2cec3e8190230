/** A page as it stands, without what runs in it; plain data, so that it goes from thread to thread. */
export interface DrawnPage {
  readonly language: string;
  readonly title: string;
  /** Of the document element: a reader's larger text, say. */
  readonly style: string;
  readonly classes: string;
  /** Markup; pictures stand in it as `data:` addresses. */
  readonly body: string;
  /** What elements with these ids were drawn from: node of the plan. */
  readonly nodes: { readonly [id: string]: string };
}

export interface KeptPicture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Addresses that lead out of the project and into nothing that would be fetched for a picture of it. */
const OUTWARD = /^(?:https?|tel|mailto|sms):/;

/**
 * Copies what is drawn: what was typed and chosen becomes markup, links within the project lead nowhere, scripts and
 * frames are left out.
 *
 * @param find - A picture of our own; undefined where there is none.
 */
export async function keepPage(
  document: Document,
  nodes: ReadonlyMap<string, string>,
  find: (path: string) => Promise<KeptPicture | undefined>,
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

/** What a field holds is no markup by itself. */
function keepEntry(original: Element, copy: Element): void {
  const field = original as Partial<HTMLInputElement>;
  const keepFlag = (name: string, isOn: boolean | undefined): void => void copy.toggleAttribute(name, isOn);
  if (original.localName === 'textarea') copy.textContent = field.value ?? '';
  if (original.localName === 'option') keepFlag('selected', (original as HTMLOptionElement).selected);
  if (original.localName !== 'input') return;
  if (field.type === 'checkbox' || field.type === 'radio') keepFlag('checked', field.checked);
  else if (field.type !== 'file') copy.setAttribute('value', field.value ?? '');
}

async function keepPicture(
  image: Element,
  base: string,
  find: (path: string) => Promise<KeptPicture | undefined>,
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
