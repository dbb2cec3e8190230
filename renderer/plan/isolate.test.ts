import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMeter, evaluate, evaluateDefault, evaluateShown } from './evaluate.ts';
import type { Expression, Value } from './expression.ts';
import { isolate, settle } from './isolate.ts';
import { fillPlaceholders, fillShown } from './message.ts';
import { createScope } from './scope.ts';

const RLO = '\u202E';
const [FSI, PDI] = ['\u2068', '\u2069'];

/** Parts of a text: words of both directions, digits, every control character and every line end. */
const parts = fc.array(
  fc.constantFrom(
    'a',
    '12.50',
    'א',
    'ب',
    ' ',
    '\n',
    '\u2029',
    RLO,
    '\u202A',
    '\u202B',
    '\u202C',
    '\u202D',
    '\u2066',
    '\u2067',
    FSI,
    PDI,
  ),
  { maxLength: 12 },
);
const text = parts.map((all) => all.join(''));

/**
 * The number of isolates that are open after a text; -1 if it has an override, an embedding or an unmatched close.
 */
function openBehind(words: string): number {
  let open = 0;
  for (const unit of words) {
    if (/[\u202A-\u202E]/.test(unit)) return -1;
    if (/[\u2066-\u2068]/.test(unit)) open += 1;
    else if (unit === PDI) open -= 1;
    if (open < 0 || (/[\n\u2029]/.test(unit) && open > 0)) return -1;
  }
  return open;
}

describe('No text changes the direction of the text around it', () => {
  it('removes overrides, embeddings and isolates that are not closed in their line, and keeps the rest', () => {
    expect(settle(`${RLO}05.21`)).toBe('05.21');
    expect(settle(`a${PDI}${RLO}b`)).toBe('ab');
    expect(settle(`${FSI}a${PDI} ${FSI}b`)).toBe(`${FSI}a${PDI} b`);
    expect(settle(`${FSI}a\nb${PDI}`)).toBe('a\nb');
    expect(settle('plain')).toBe('plain');
  });

  it('puts each line of a value into an isolate that it cannot close', () => {
    expect(isolate('Emma')).toBe('Emma');
    expect(isolate(`Emma${PDI}${RLO}`)).toBe(`${FSI}Emma${PDI}`);
    expect(isolate('אמה\nEmma')).toBe(`${FSI}אמה${PDI}\n${FSI}Emma${PDI}`);
  });

  it('any text is balanced in every line, and neither loses nor gains anything but control characters', () => {
    fc.assert(
      fc.property(text, (words) => {
        const shown = isolate(words);
        for (const one of [settle(words), shown]) {
          expect(openBehind(one)).toBe(0);
          expect(one.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')).toBe(
            words.replace(/[\u202A-\u202E\u2066-\u2069]/g, ''),
          );
          expect(settle(one)).toBe(one);
        }
      }),
    );
  });

  it('any two values are each isolated as a whole, and are sent without changes', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const values = new Map([
          ['a', a],
          ['b', b],
        ]);
        const shown = fillShown('Dear {a}: {b}.', values);
        expect(openBehind(shown)).toBe(0);
        expect(fillPlaceholders('Dear {a}: {b}.', values)).toBe(`Dear ${a}: ${b}.`);
        if (!/[\u0590-\u08FF\u202A-\u2069]/.test(a + b)) expect(shown).toBe(`Dear ${a}: ${b}.`);
      }),
    );
  });
});

describe('Only shown text is isolated', () => {
  const scope = createScope(
    { data: { name: `${RLO}Emma`, names: ['אמה', 'Emma'], none: '' } },
    { language: 'source', timeZone: 'UTC', now: () => 0, message: (source) => source },
  );
  const name: Expression = ['get', 'data', 'name'];
  const due: Expression = ['text', '{who} pays {due}', { who: name, due: ['call', 'money', 1250] }];
  const SHOWN = `${FSI}Emma${PDI} pays ${FSI}12.50${PDI}`;
  const shown = (expression: Expression): Value | undefined =>
    evaluateShown(expression, scope, createMeter()) as Value | undefined;

  it('in a text, in a choose, in a default and in a nested text', () => {
    expect(shown(due)).toBe(SHOWN);
    expect(shown(['choose', [['==', name, `${RLO}Emma`], due]])).toBe(SHOWN);
    expect(shown(['or', ['get', 'data', 'gone'], due])).toBe(SHOWN);
    expect(shown(['text', 'Note: {it}', { it: due }])).toBe(`Note: ${FSI}${SHOWN}${PDI}`);
    expect(evaluateDefault(['choose', [true, due]], scope)).toBe(SHOWN);
    expect(shown(['call', 'join', ['get', 'data', 'names'], ', '])).toBe(`${FSI}אמה${PDI}, Emma`);
  });

  it('also a plain value in right-to-left text', () => {
    expect(shown(['text', 'שלום {n}', { n: 5 }])).toBe(`שלום ${FSI}5${PDI}`);
    expect(shown(['text', 'Hello {n}', { n: 5 }])).toBe('Hello 5');
  });

  it('values that are sent, copied, compared or stored stay unchanged', () => {
    expect(evaluate(due, scope)).toBe(`${RLO}Emma pays 12.50`);
    expect(evaluate(['call', 'join', ['get', 'data', 'names'], ', '], scope)).toBe('אמה, Emma');
    expect(shown(['==', due, `${RLO}Emma pays 12.50`])).toBe(true);
    expect(shown(['call', 'concat', 'x', name])).toBe(`x${RLO}Emma`);
  });

  it('costs as many steps as text that is not shown', () => {
    const [plain, isolated] = [createMeter(), createMeter()];
    evaluate(due, scope, plain);
    evaluateShown(due, scope, isolated);
    expect(isolated.left).toBe(plain.left);
  });
});
