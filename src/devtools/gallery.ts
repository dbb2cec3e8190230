/**
 * The frames of the gallery: created near the viewport and removed far from it, so that only a few exist at a time.
 * Theme, language and size apply to all frames and are in the address. A note below a frame reports a state that was not
 * reached.
 */
import { STATE_ATTRIBUTE } from '#src/shared/states.ts';

/** Scale of the phones, as in the gallery's CSS. */
const SCALE = 0.6;
const near = new Map<HTMLElement, HTMLIFrameElement>();

function chosen(name: string): string {
  return document.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value ?? '';
}

function addressOf({ dataset }: HTMLElement): string {
  const url = new URL(dataset['address'] ?? '', window.location.href);
  // Sets `lang` also for the default language, because the server remembers the language of an earlier visit.
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

/** Shows whether the state was reached; the script in the frame sets an attribute. */
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

/** Writes the settings into the address, for reload, Back and copied links. */
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
  // `replace`, so that the frames add no entries to the history.
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
