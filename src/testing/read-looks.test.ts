// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { readLooks } from './read-looks.ts';

afterEach(() => document.body.replaceChildren());

function read(html: string): string[] {
  document.body.append(document.createRange().createContextualFragment(html));
  return readLooks(document).map(({ text }) => text);
}

describe('how a screen looks, without words and pixels', () => {
  it.each<readonly [why: string, html: string, lines: readonly string[]]>([
    [
      'the first class says what it is, the others how it looks',
      '<p class="cz-text cz-text-title cz-tone-info">Paid</p>',
      ['text title tone-info'],
    ],
    ['what looks one way only is not said', '<div class="cz-list"><b>Paid</b></div>', []],
    [
      'what stands in it further in',
      '<div class="cz-section cz-card"><p><button class="cz-button cz-button-link">Pay</button></p></div>',
      ['section card', '  button link'],
    ],
    [
      'an icon, which only those who see are told of',
      '<svg class="cz-icon cz-icon-small cz-icon-info" aria-hidden="true"></svg>',
      ['icon small info'],
    ],
    [
      'a picture by its name, which stays when its bytes change',
      '<img src="/capiz/assets/how-to-pay-0a1b2c3d4e.svg" alt=""><img src="blob:x" alt="">',
      ['picture /capiz/assets/how-to-pay.svg', 'picture blob'],
    ],
    [
      'what the keyboard of a phone is told of a field',
      '<input class="cz-field-input" type="text" inputmode="numeric" autocomplete="one-time-code" value="1">',
      ['field-input type=text inputmode=numeric autocomplete=one-time-code'],
    ],
    [
      'nothing of what is not shown',
      '<div hidden><p class="cz-text cz-text-title">x</p></div><dialog class="cz-modal cz-modal-sheet"></dialog>',
      [],
    ],
    [
      'the foremost dialog alone',
      '<p class="cz-text cz-text-title">x</p><dialog open class="cz-modal cz-modal-sheet"></dialog>',
      ['modal sheet'],
    ],
  ])('%s', (_why, html, lines) => {
    expect(read(html)).toEqual(lines);
  });
});
