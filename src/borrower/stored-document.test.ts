import { describe, expect, it } from 'vitest';
import { RELEASE_ELEMENT_ID } from '#src/shared/release.ts';
import { markReceived, releaseOf } from './stored-document.ts';

const page = `<head><script type="application/json" data-release="0123456789" id="${RELEASE_ELEMENT_ID}">{}</script></head>`;

describe('The stored document', () => {
  it('is known as the page of a release; nothing else is', () => {
    expect(releaseOf(page)).toBe('0123456789');
    for (const other of [
      '',
      '<html></html>',
      page.replace(RELEASE_ELEMENT_ID, 'other'),
      '{"id":"capiz-release"}',
    ])
      expect(releaseOf(other)).toBeUndefined();
  });

  it('says when it was received, and stays the page', () => {
    const marked = markReceived(page, 1772704800000);
    expect(marked).toContain('data-received="1772704800000">{}');
    expect(releaseOf(marked)).toBe('0123456789');
  });
});
