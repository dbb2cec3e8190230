// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { readLooks } from './read-looks.ts';

afterEach(() => document.body.replaceChildren());

function read(html: string): string[] {
  document.body.append(document.createRange().createContextualFragment(html));
  return readLooks(document).map(({ text }) => text);
}

describe('readLooks shows the looks of a screen without words and pixels', () => {
  it.each<readonly [why: string, html: string, lines: readonly string[]]>([
    [
      'shows the first class as the kind, the others as variants',
      '<p class="cz-text cz-text-title cz-tone-info">Paid</p>',
      ['text title tone-info'],
    ],
    ['omits elements without variants', '<div class="cz-list"><b>Paid</b></div>', []],
    [
      'indents children',
      '<div class="cz-section cz-card"><p><button class="cz-button cz-button-link">Pay</button></p></div>',
      ['section card', '  button link'],
    ],
    [
      'shows an icon that screen readers ignore',
      '<svg class="cz-icon cz-icon-small cz-icon-info" aria-hidden="true"></svg>',
      ['icon small info'],
    ],
    [
      'shows an image by its name, which does not change with its bytes',
      '<img src="/capiz/assets/how-to-pay-0a1b2c3d4e.svg" alt=""><img src="blob:x" alt="">',
      ['picture /capiz/assets/how-to-pay.svg', 'picture blob'],
    ],
    [
      'shows the keyboard hints of a field',
      '<input class="cz-field-input" type="text" inputmode="numeric" autocomplete="one-time-code" value="1">',
      ['field-input type=text inputmode=numeric autocomplete=one-time-code'],
    ],
    [
      'ignores hidden elements',
      '<div hidden><p class="cz-text cz-text-title">x</p></div><dialog class="cz-modal cz-modal-sheet"></dialog>',
      [],
    ],
    [
      'shows only the front dialog',
      '<p class="cz-text cz-text-title">x</p><dialog open class="cz-modal cz-modal-sheet"></dialog>',
      ['modal sheet'],
    ],
  ])('%s', (_why, html, lines) => {
    expect(read(html)).toEqual(lines);
  });
});
