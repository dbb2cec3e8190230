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

describe('No words turn the words beside them', () => {
  it('overrides, embeddings and isolates that are not closed in their line are not shown; the rest is', () => {
    expect(settle(`${RLO}05.21`)).toBe('05.21');
    expect(settle(`a${PDI}${RLO}b`)).toBe('ab');
    expect(settle(`${FSI}a${PDI} ${FSI}b`)).toBe(`${FSI}a${PDI} b`);
    expect(settle(`${FSI}a\nb${PDI}`)).toBe('a\nb');
    expect(settle('plain')).toBe('plain');
  });

  it('a value among words is in an isolate that it cannot leave, each of its lines in one', () => {
    expect(isolate('Emma')).toBe('Emma');
    expect(isolate(`Emma${PDI}${RLO}`)).toBe(`${FSI}Emma${PDI}`);
    expect(isolate('אמה\nEmma')).toBe(`${FSI}אמה${PDI}\n${FSI}Emma${PDI}`);
  });

  it('any text is balanced in every line, and loses and gains nothing but controls', () => {
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

  it('whatever two values are, each is whole in isolates of its own, and what is sent has them as they are', () => {
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

describe('What is shown is isolated, and nothing else', () => {
  const scope = createScope(
    { data: { name: `${RLO}Emma`, names: ['אמה', 'Emma'], none: '' } },
    { language: 'source', timeZone: 'UTC', now: () => 0, message: (source) => source },
  );
  const name: Expression = ['get', 'data', 'name'];
  const due: Expression = ['text', '{who} pays {due}', { who: name, due: ['call', 'money', 1250] }];
  const SHOWN = `${FSI}Emma${PDI} pays ${FSI}12.50${PDI}`;
  const shown = (expression: Expression): Value | undefined =>
    evaluateShown(expression, scope, createMeter()) as Value | undefined;

  it('where a text stands, in a case, behind a default and in another text', () => {
    expect(shown(due)).toBe(SHOWN);
    expect(shown(['choose', [['==', name, `${RLO}Emma`], due]])).toBe(SHOWN);
    expect(shown(['or', ['get', 'data', 'gone'], due])).toBe(SHOWN);
    expect(shown(['text', 'Note: {it}', { it: due }])).toBe(`Note: ${FSI}${SHOWN}${PDI}`);
    expect(evaluateDefault(['choose', [true, due]], scope)).toBe(SHOWN);
    expect(shown(['call', 'join', ['get', 'data', 'names'], ', '])).toBe(`${FSI}אמה${PDI}, Emma`);
  });

  it('with words from right to left around it a plain value too', () => {
    expect(shown(['text', 'שלום {n}', { n: 5 }])).toBe(`שלום ${FSI}5${PDI}`);
    expect(shown(['text', 'Hello {n}', { n: 5 }])).toBe('Hello 5');
  });

  it('what is sent, copied, compared or kept has the value as it is', () => {
    expect(evaluate(due, scope)).toBe(`${RLO}Emma pays 12.50`);
    expect(evaluate(['call', 'join', ['get', 'data', 'names'], ', '], scope)).toBe('אמה, Emma');
    expect(shown(['==', due, `${RLO}Emma pays 12.50`])).toBe(true);
    expect(shown(['call', 'concat', 'x', name])).toBe(`x${RLO}Emma`);
  });

  it('costs as many steps as what is not shown', () => {
    const [plain, isolated] = [createMeter(), createMeter()];
    evaluate(due, scope, plain);
    evaluateShown(due, scope, isolated);
    expect(isolated.left).toBe(plain.left);
  });
});
