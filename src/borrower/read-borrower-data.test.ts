// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { BorrowerData } from '#src/shared/borrower-data.ts';
import { BORROWER_DATA_ID, writeInlineJson } from '#src/shared/release.ts';
import { readBorrowerData } from './read-borrower-data.ts';

afterEach(() => document.body.replaceChildren());

function read(text: string) {
  document.body.innerHTML = `<script type="application/json" id="${BORROWER_DATA_ID}">${text}</script>`;
  return readBorrowerData(document);
}

const DATA: BorrowerData = {
  ...{ now: 1, origin: 'https://page.example', chrome: 'web' },
  replies: [['["GET","/a",{},null]', { status: 200, body: '</script><!-- "é" \u2028', receivedAt: 2 }]],
};

describe('the data of a borrower in the document', () => {
  it('is read once, and removed', () => {
    expect(read(writeInlineJson(DATA))).toEqual(DATA);
    expect(document.body.innerHTML).toBe('');
    expect(readBorrowerData(document)).toBeUndefined();
  });

  it('needs no rendered screen', () => {
    const { chrome: _, ...data } = DATA;
    expect(read(writeInlineJson(data))).toEqual(data);
  });

  it.each([
    '',
    '{"now":1',
    'null',
    '[]',
    '{"now":"1","origin":"","replies":[]}',
    '{"now":1,"replies":[]}',
    '{"now":1,"origin":""}',
    '{"now":1,"origin":"","replies":{}}',
  ])('is ignored and removed if it is damaged: %j', (text) => {
    expect(read(text)).toBeUndefined();
    expect(document.getElementById(BORROWER_DATA_ID)).toBeNull();
  });
});
