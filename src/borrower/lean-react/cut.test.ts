import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { cut, UnmetCut } from './cut.ts';

describe('what is cut out of a module', () => {
  it('takes the cases of tags that are never there, with those between that only they reach', () => {
    const code = `switch (fiber.tag) { case 5: a(); break; case 13: case 31: b(); break; default: c(); }`;
    expect(cut(code, { tags: [13, 31] })).toBe('switch (fiber.tag) { case 5: a(); break;   default: c(); }');
  });

  it('leaves what another case runs on into', () => {
    const code = `switch (fiber.tag) { case 26: a(); case 5: b(); case 27: c(); }`;
    expect(cut(code, { tags: [26, 27] })).toBe('switch (fiber.tag) {  case 5: b(); c(); }');
  });

  it('keeps variables that other cases use', () => {
    const code = `(() => {
      function f(fiber) {
        switch (fiber.tag) { case 13: var kept = 1; return kept; case 5: kept = 2; return kept; }
      }
      return f({ tag: 5 });
    })()`;
    const left = cut(code, { tags: [13] });
    expect(left).not.toContain('kept = 1');
    expect(runInThisContext(`'use strict'; ${left}`)).toBe(2);
  });

  it('settles comparisons, and no others', () => {
    const code =
      'a = 13 === x.tag || x.tag !== 13 || 13 === x.size || y === TYPE || "function" === typeof x.then;';
    expect(cut(code, { tags: [13], unequal: ['TYPE'], noFunctions: ['then'] })).toBe(
      'a = !1 || !0 || 13 === x.size || !1 || !1;',
    );
  });

  it('gives a variable its one value, but not where the name is another’s', () => {
    const code = 'var on = !0; on = f(); function g(on) { return on; } h(on, { on: x.on });';
    expect(cut(code, { constant: { on: '!1' } })).toBe(
      'var on = !1; !1; function g(on) { return on; } h(!1, { on: x.on });',
    );
  });

  it('keeps what else is assigned in one go', () => {
    expect(cut('a = on = b = 0; on = 1;', { constant: { on: '0' } })).toBe('a = b = 0; 0;');
  });

  it('takes what is said of the prototype of what is never made, and leaves others in the same chain', () => {
    const code = 'A.prototype.x = B.prototype.x = f; A.prototype.y = g;';
    expect(cut(code, { unborn: ['A'] })).toBe('B.prototype.x = f; ');
  });

  it('takes members, exports and assignments', () => {
    const code = 'exports.a = 1; exports.b = 2; X.s = 3; y = { p: 1, q: 2, r: 3 }; z = { q: 2 };';
    const members = [{ of: ['p', 'q'], gone: ['q'] }];
    expect(cut(code, { exports: ['b'], unassigned: ['X.s'], members })).toBe(
      ' exports.b = 2;  y = { p: 1, r: 3 }; z = { q: 2 };',
    );
  });

  it('takes cases and comparisons of texts that are never met', () => {
    const code = `switch (type) { case "img": a(); break; case "video": b(); } x = "video" === type;`;
    expect(cut(code, { strings: ['video'] })).toBe('switch (type) { case "img": a(); break;  } x = !1;');
  });

  it('takes statements by their beginning, and gives variables another beginning and calls their result', () => {
    const code = 'if (old) { a(); } var list = "a b".split(" "), other; f(g(1), list);';
    expect(cut(code, { statements: ['if (old)'], initial: { list: '[]' }, calls: { g: '!1' } })).toBe(
      '; var list = [], other; f(!1, list);',
    );
  });

  it.each([
    { tags: [13] },
    { strings: ['video'] },
    { initial: { list: '[]' } },
    { statements: ['if (old)'] },
    { calls: { g: '!1' } },
    { unequal: ['TYPE'] },
    { noFunctions: ['then'] },
    { constant: { on: '!1' } },
    { bodies: { f: '' } },
    { unborn: ['A'] },
    { falsy: ['isDry'] },
    { unassigned: ['X.s'] },
    { members: [{ of: ['p'], gone: ['q'] }] },
    { exports: ['b'] },
    { texts: [['a + b', 'c']] as const },
  ])('says so where a cut meets nothing: %j', (cuts) => {
    expect(() => cut('x = 1;', cuts)).toThrow(UnmetCut);
  });
});
