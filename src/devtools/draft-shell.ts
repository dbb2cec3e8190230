/**
 * Script of the page around a draft on a phone. Opens the frame with the draft, opens it again if the frame was led to
 * another page (which the policy of this document blocks), and reloads when the link has expired, so that an open draft
 * does not outlive its link.
 */
import { DRAFT_ATTRIBUTE } from '#src/simulator/draft-document.ts';

/** Interval of the check whether the link is still valid, in ms. */
const ASK_EVERY_MS = 15_000;

const frame = document.querySelector('iframe');
const page = frame?.dataset['page'];

/** Whether the frame shows the draft; a cross-origin document does not. */
function isDraft(shown: HTMLIFrameElement): boolean {
  try {
    return shown.contentDocument?.documentElement.hasAttribute(DRAFT_ATTRIBUTE) === true;
  } catch {
    return false;
  }
}

async function reloadWhenEnded(): Promise<void> {
  // Offline: keep the page.
  const reply = await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(
    () => undefined,
  );
  if (reply?.status === 404) window.location.reload();
}

if (frame && page !== undefined) {
  frame.addEventListener('load', () => {
    if (!isDraft(frame)) frame.contentWindow?.location.replace(page);
  });
  frame.src = page;
  window.setInterval(() => {
    if (!document.hidden) void reloadWhenEnded();
  }, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void reloadWhenEnded();
  });
}
