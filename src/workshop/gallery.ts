/**
 * The gallery's frames: made when they come near, taken away when they are far, so that dozens of states cost no more
 * than a handful. Theme, language and size apply to all of them and are kept in the address. A frame whose state is
 * not reached says so below it.
 */
import { STATE_ATTRIBUTE } from '#src/shared/states.ts';

/** As in the gallery's styles: a phone's points are drawn at this part of their size. */
const SCALE = 0.6;
const near = new Map<HTMLElement, HTMLIFrameElement>();

function chosen(name: string): string {
  return document.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value ?? '';
}

function addressOf({ dataset }: HTMLElement): string {
  const url = new URL(dataset['address'] ?? '', window.location.href);
  // Always: what the server remembers of an earlier visit must not decide what is shown here.
  url.searchParams.set('lang', chosen('lang'));
  return url.href;
}

function sizeOf({ dataset }: HTMLElement): readonly [width: number, height: number] {
  const [width, height] = chosen('size').split('x').map(Number);
  return width && height ? [width, height] : [Number(dataset['width']), Number(dataset['height'])];
}

function resize(phone: HTMLElement): void {
  const [width, height] = sizeOf(phone);
  phone.style.width = `${width * SCALE + 2}px`;
  phone.style.height = `${height * SCALE + 2}px`;
  const frame = near.get(phone);
  if (frame) Object.assign(frame, { width: String(width), height: String(height) });
}

function draw(phone: HTMLElement): HTMLIFrameElement {
  const [width, height] = sizeOf(phone);
  const frame = document.createElement('iframe');
  Object.assign(frame, {
    ...{ title: phone.dataset['title'] ?? '', width: String(width), height: String(height) },
    src: addressOf(phone),
  });
  frame.addEventListener('load', () => {
    dress(frame);
    follow(frame);
  });
  phone.append(frame);
  return frame;
}

function dress(frame: HTMLIFrameElement): void {
  const root = frame.contentDocument?.documentElement;
  if (root === undefined) return;
  const theme = chosen('theme');
  if (theme === '') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

/** Tells what became of the state: its own script says it on the document. */
function follow(frame: HTMLIFrameElement): void {
  const root = frame.contentDocument?.documentElement;
  if (root === undefined) return;
  const tell = (): void => {
    const end = root.getAttribute(STATE_ATTRIBUTE);
    const caption = frame.closest('figure')?.querySelector('figcaption');
    caption?.querySelector('.fault')?.remove();
    if (caption === null || caption === undefined || end === null || end === 'reached') return;
    const fault = document.createElement('span');
    fault.className = 'fault';
    fault.textContent = end;
    caption.append(fault);
  };
  new MutationObserver(tell).observe(root, { attributes: true, attributeFilter: [STATE_ATTRIBUTE] });
  tell();
}

const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const phone = target as HTMLElement;
      if (isIntersecting === near.has(phone)) continue;
      if (isIntersecting) {
        near.set(phone, draw(phone));
      } else {
        near.get(phone)?.remove();
        near.delete(phone);
      }
    }
  },
  { rootMargin: '600px 0px' },
);

const phones = [...document.querySelectorAll<HTMLElement>('.phone')];
for (const phone of phones) {
  resize(phone);
  watch.observe(phone);
}

/** Reload, Back and a copied link show the same, and other screens are shown alike. */
function writeAddress(): void {
  const query = new URLSearchParams(
    ['theme', 'lang', 'size'].map((name) => [name, chosen(name)]).filter(([, value]) => value !== ''),
  );
  window.history.replaceState(null, '', `${window.location.pathname}?${query}`);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) link.search = `?${query}`;
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
  writeAddress();
  if (target.name === 'theme') near.forEach(dress);
  else if (target.name === 'size') phones.forEach(resize);
  // The frame's own history must not become the gallery's.
  else near.forEach((frame, phone) => frame.contentWindow?.location.replace(addressOf(phone)));
});

const search = document.querySelector<HTMLInputElement>('#search');
search?.addEventListener('input', () => {
  const wanted = search.value.trim().toLowerCase().split(/\s+/);
  let found = 0;
  for (const item of document.querySelectorAll<HTMLElement>('[data-words]')) {
    item.hidden = !wanted.every((word) => item.dataset['words']?.includes(word));
    if (!item.hidden) found += 1;
  }
  const status = document.querySelector('nav [role=status]');
  if (status) status.textContent = found === 0 ? 'No screen or state has these words.' : `${found} found`;
});
