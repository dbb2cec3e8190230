import { describe, expect, it } from 'vitest';
import { messageKey } from './message-key.ts';

function keys(source: string, key: string, ...names: string[]): void {
  it(`${source} → ${key}`, () => {
    expect(messageKey(source)).toEqual({ key, names });
  });
}

describe('Messages are keyed by their source text with each ${…} replaced by {name}', () => {
  keys('Return', 'Return');
  keys('', '');
  keys('$${a}', '${a}');
  keys('${a.b}', '{b}', 'b');
  keys('By ${a.b}.', 'By {b}.', 'b');
  keys('${a}', '{a}', 'a');
  keys('${a.b} / ${a.c}', '{b} / {c}', 'b', 'c');
});

describe('The name is the last name of the only path read', () => {
  keys('${money(a.fine)}', '{fine}', 'fine');
  keys('${tail(session.card, 4)}', '{card}', 'card');
  keys('Photo ${i + 1}', 'Photo {i}', 'i');
  keys('${a.b + a.b}', '{b}', 'b');
  keys("${a.?b.?c.orValue('x')}", '{c}', 'c');
  keys("${has(a.b) && a.b == 'x'}", '{b}', 'b');
  keys("${m[?'k'].orValue('')}", '{m}', 'm');
  keys('${size(a.books.filter(b, b.late))}', '{books}', 'books');
  keys('${join([a.b], c)}', '{1}', '1');
  keys('${!a.b}', '{b}', 'b');
  keys('${a.b || a.b}', '{b}', 'b');
  keys('${-a.b}', '{b}', 'b');
  keys('${[a.b]}', '{b}', 'b');
  keys('${has(a.b)}', '{b}', 'b');
  keys('${a.b.contains(a.b)}', '{b}', 'b');
  keys('${money(a.b).contains(1)}', '{b}', 'b');
  keys('${money(a.x).b}', '{x}', 'x');
  keys('${a.books.all(b, b.late || b.lost)}', '{books}', 'books');
  keys('${a.books.all(b, b.tags.all(t, t == b.title))}', '{books}', 'books');
});

describe('A slot without one last name is named 1, 2, …', () => {
  keys('${a.b + a.c}', '{1}', '1');
  keys('${1}', '{1}', '1');
  keys('${now()}', '{1}', '1');
  keys('${a.b == b.b}', '{1}', '1');
  keys('${m[?a.b]}', '{1}', '1');
  keys('${a.b || a.c}', '{1}', '1');
  keys('${a.b.contains(a.c)}', '{1}', '1');
  keys('${a.books.all(b, b.tags.all(t, t == b.title)) && b}', '{1}', '1');
  keys('${a.b + a.c} of ${a.d + a.e}', '{1} of {2}', '1', '2');
  keys('${a.b} of ${a.c + a.d}', '{b} of {1}', 'b', '1');
  keys('${size(a.books.filter(b, b.late == c))}', '{1}', '1');
});

describe('Equal names get a number', () => {
  keys('${a.x} and ${b.x}', '{x} and {x2}', 'x', 'x2');
  keys('${a.x}${a.x}${a.x}', '{x}{x2}{x3}', 'x', 'x2', 'x3');
  keys('${a.x2}${a.x}${b.x}', '{x2}{x}{x3}', 'x2', 'x', 'x3');
  keys('{x} is ${a.x}', '{x} is {x2}', 'x2');
  keys('{1} is ${a.x + b.y}', '{1} is {2}', '2');
  keys('{1} {2} is ${a.x + b.y}', '{1} {2} is {3}', '3');
  keys('{x} {x2} is ${a.x}', '{x} {x2} is {x3}', 'x3');
  keys('{${a.x}x}', '{{x}x}', 'x');
});

describe('A text that does not parse has no key', () => {
  it.each(['${', '${a', '${1 +}', '${null}', '${}'])('%s', (source) => {
    expect(messageKey(source)).toBeUndefined();
  });
});
