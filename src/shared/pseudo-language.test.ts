import { describe, expect, it } from 'vitest';
import { readPseudo, writePseudo } from './pseudo-language.ts';

describe('the pseudo-language', () => {
  it('marks every letter, and is 40 % longer', () => {
    const said = writePseudo('Payment Method');
    expect(said).toBe('Þāāŷṁēēņţ Ṁēēţĥōōď ˑ');
    expect(said.length).toBeGreaterThanOrEqual('Payment Method'.length * 1.4);
    expect(writePseudo('HELP, why?')).not.toMatch(/[a-z]/i);
  });

  it.each([
    'Due today',
    'Book the room, too',
    'Pay {amount} by {date}',
    '{periods} {termUnit}',
    '•••• {cardNo}',
    'OK',
    '',
    'mangō ¡ñ!',
    'Every word of a sentence that is as long as those of an agreement, with numbers like 1,234.50 in it.',
  ])('is reversed to the original: %s', (text) => {
    expect(readPseudo(writePseudo(text))).toBe(text === 'mangō ¡ñ!' ? 'mango ¡ñ!' : text);
  });

  it('keeps placeholders, and texts that contain only them', () => {
    expect(writePseudo('Pay {amount}')).toContain('{amount}');
    expect(writePseudo('{type} / {sonType}')).toContain('{type} / {sonType}');
    expect(writePseudo('{left} {right}')).toBe('{left} {right}');
  });

  it('is reversed inside other words, which stay unchanged', () => {
    expect(readPseudo(`${writePseudo('Due')} ₱1,234.50 · ${writePseudo('today')}`)).toBe(
      'Due ₱1,234.50 · today',
    );
  });
});
