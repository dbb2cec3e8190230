import { describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { readMessages } from '#renderer/grammar/messages.ts';
import { projectFiles } from '#tests/engine.ts';

const read = readMessages(projectFiles);
const languages = 'errors' in read ? [] : read.languages;

/** The project with changed messages of one catalogue. */
function withMessages(language: string, change: (messages: { [source: string]: unknown }) => void) {
  return projectFiles.map((file) => {
    if (file.path !== `screens/messages/${language}.json`) return file;
    const catalogue = JSON.parse(file.text) as { messages: { [source: string]: unknown } };
    change(catalogue.messages);
    return { ...file, text: JSON.stringify(catalogue) };
  });
}

describe('every text of the release is translated', () => {
  it('into the languages of the application', () => {
    expect(languages.map(({ language }) => language)).toEqual(['en-PH', 'fil-PH']);
  });

  it.each(languages)('$language lacks no text, and has no unused one', ({ missing, stale }) => {
    expect(missing.map(({ source, uses }) => `${source} (${uses[0]?.file ?? 'engine'})`)).toEqual([]);
    expect(stale.map(({ source }) => source)).toEqual([]);
  });

  it('en-PH is the only catalogue that may override just some texts', () => {
    expect(languages.filter(({ isPartial }) => isPartial).map(({ language }) => language)).toEqual(['en-PH']);
  });

  it('a text that fil-PH lacks is reported as missing, and falls back to en-PH, else to the definition', () => {
    const files = withMessages('fil-PH', (messages) => {
      delete messages['Contract No.'];
      delete messages['Click to Copy'];
    });
    const without = readMessages(files);
    const filipino =
      'errors' in without ? undefined : without.languages.find(({ language }) => language === 'fil-PH');
    expect(filipino?.missing.map(({ source }) => source)).toEqual(['Click to Copy', 'Contract No.']);

    const messages = compileProject(files).plans.get('repay-code-stored')?.messages['fil-PH'];
    expect(messages?.['Contract No.']).toBe('Payment code');
    expect(messages?.['Click to Copy']).toBeUndefined();
    expect(messages?.['Total Payment']).toBe('Kabuuang bayad');
  });
});
