/**
 * The gallery's frames: made when they come near, taken away when they are far, so that a thousand states
 * cost no more than a handful. Theme and language are asked of all of them at once. A frame whose state is
 * not reached says so below it.
 */
import { STATE_ATTRIBUTE } from '#src/shared/states.ts';

const near = new Map<HTMLElement, HTMLIFrameElement>();
const choices = { theme: '', lang: '' };
/** What the server remembers of an earlier visit must not decide what is shown here. */
const firstLanguage = document.querySelector<HTMLInputElement>('[name=lang]:checked')?.value ?? '';

function addressOf({ dataset }: HTMLElement): string {
  const url = new URL(dataset['address'] ?? '', window.location.href);
  url.searchParams.set('lang', choices.lang || url.searchParams.get('lang') || firstLanguage);
  return url.href;
}

function draw(phone: HTMLElement): HTMLIFrameElement {
  const { title = '', width = '', height = '' } = phone.dataset;
  const frame = document.createElement('iframe');
  Object.assign(frame, { title, width, height, src: addressOf(phone) });
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
  if (choices.theme === '') delete root.dataset['theme'];
  else root.dataset['theme'] = choices.theme;
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

for (const phone of document.querySelectorAll('.phone')) watch.observe(phone);

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.name === 'theme') {
    choices.theme = target.value;
    near.forEach(dress);
  } else if (target.name === 'lang') {
    choices.lang = target.value;
    // The frame's own history must not become the gallery's.
    near.forEach((frame, phone) => frame.contentWindow?.location.replace(addressOf(phone)));
  }
});
