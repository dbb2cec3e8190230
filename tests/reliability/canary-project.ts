import { library } from '#renderer/grammar/testing.ts';

/**
 * A project whose screen `/shelf` shows `Release <count>` and the data of its reader, which the address names.
 * Publishing needs no second person.
 */
export function canaryFilesOf(count: number): Map<string, Buffer> {
  const shelf = {
    routes: ['/shelf'],
    body: [
      { type: 'text', text: `Release ${count}` },
      { type: 'text', text: '${data.shelf.name}' },
      {
        type: 'form',
        id: 'card',
        draft: false,
        body: [{ type: 'text-field', name: 'owner', label: 'Owner of ${params.cardId}' }],
      },
    ],
  };
  const files = library(shelf, { app: { review: { alone: { shelf: ['words'], book: ['words'] } } } });
  return new Map(files.map(({ path, text }) => [path, Buffer.from(text)]));
}
