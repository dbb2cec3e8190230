/**
 * The gallery's frames: loaded when they come near, let go when they are far, so that a hundred screens
 * cost no more than a handful. Theme and language are asked of all of them at once. A frame whose state is
 * not reached says so below it.
 */
import { STATE_ATTRIBUTE } from '#src/shared/states.ts';

const frames = [...document.querySelectorAll('iframe')];
const near = new Set<HTMLIFrameElement>();
const choices = { theme: '', lang: '' };
/** What the server remembers of an earlier visit must not decide what is shown here. */
const firstLanguage = document.querySelector<HTMLInputElement>('[name=lang]:checked')?.value ?? '';

function show(frame: HTMLIFrameElement): void {
  const address = frame.dataset['address'];
  if (address === undefined) return;
  const url = new URL(address, window.location.href);
  url.searchParams.set('lang', choices.lang || url.searchParams.get('lang') || firstLanguage);
  // The frame's own history must not become the gallery's.
  frame.contentWindow?.location.replace(url);
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
      const frame = target as HTMLIFrameElement;
      if (isIntersecting === near.has(frame)) continue;
      if (isIntersecting) {
        near.add(frame);
        show(frame);
      } else {
        near.delete(frame);
        frame.contentWindow?.location.replace('about:blank');
      }
    }
  },
  { rootMargin: '600px 0px' },
);

for (const frame of frames) {
  frame.addEventListener('load', () => {
    dress(frame);
    follow(frame);
  });
  watch.observe(frame);
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.name === 'theme') {
    choices.theme = target.value;
    frames.forEach(dress);
  } else if (target.name === 'lang') {
    choices.lang = target.value;
    near.forEach(show);
  }
});
