// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { ReleaseDocument } from '#src/shared/release.ts';
import { isOlder, readRelease } from './release.ts';

const RELEASE = { language: 'en', app: { plan: {} }, screens: {}, name: 'n', version: 3, demo: false };

function load(text: string): Document {
  document.body.innerHTML = '<script type="application/json" id="capiz-release"></script>';
  const element = document.getElementById('capiz-release');
  if (element) element.textContent = text;
  return document;
}

describe('the release in the document', () => {
  it('is read', () => {
    expect(readRelease(load(JSON.stringify(RELEASE)))).toEqual({ release: RELEASE, kept: undefined });
  });
  it.each(['', 'null', '{}', '{"name":', JSON.stringify({ ...RELEASE, version: '3' })])(
    'throws if it is damaged: %j',
    (text) => {
      expect(() => readRelease(load(text))).toThrow('The document contains no release.');
    },
  );
});

describe('the last version that this device has seen', () => {
  const opens = (seen: string) => {
    localStorage.setItem('capiz-seen', seen);
    return isOlder(RELEASE as unknown as ReleaseDocument, localStorage);
  };
  it('makes a document with a lower version outdated', () => {
    expect([opens('2'), opens('3'), opens('4')]).toEqual([false, false, true]);
  });
  it.each(['Infinity', '1e999', '', '{}', '9'.repeat(400)])('is ignored if it is damaged: %j', (seen) => {
    expect(opens(seen)).toBe(false);
    expect(localStorage.getItem('capiz-seen')).toBe('3');
  });
});
