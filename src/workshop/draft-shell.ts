/**
 * Around a draft on a phone: opens the frame, and brings the draft back where the frame was led elsewhere, which the
 * document's policy has kept from coming.
 */
import { DRAFT_ATTRIBUTE } from '#src/server/drafting/draft-document.ts';

const frame = document.querySelector('iframe');
const page = frame?.dataset['page'];

/** Of what may not be looked into nothing is known but that it is none of ours. */
function isDraft(shown: HTMLIFrameElement): boolean {
  try {
    return shown.contentDocument?.documentElement.hasAttribute(DRAFT_ATTRIBUTE) === true;
  } catch {
    return false;
  }
}

if (frame && page !== undefined) {
  frame.addEventListener('load', () => {
    if (!isDraft(frame)) frame.contentWindow?.location.replace(page);
  });
  frame.src = page;
}
