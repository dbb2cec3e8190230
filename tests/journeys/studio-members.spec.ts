import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { GRAMMAR } from '../../renderer/plan/grammar.ts';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { errorless, lineOf, openStudio, previewOf } from './studio.ts';

/* Lists of records, rules, suggestions, parts with slots and parts with fields, edited without JSON. */

const SCREEN = 'screens/visit.screen.json';

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  const write = (path: string, document: object): void =>
    writeFileSync(join(own.folder, path), `${JSON.stringify(document, null, 2)}\n`);
  write(SCREEN, {
    $schema: '../schemas/screen.schema.json',
    ...{ grammar: GRAMMAR, id: 'visit', routes: ['/visit'], title: 'Visit', public: true },
    body: [
      {
        ...{ type: 'table', caption: 'Opening hours', empty: 'Closed' },
        columns: [{ heading: 'Day' }, { heading: 'From' }],
        rows: [{ cells: ['Monday', '9 am'] }, { cells: ['Friday', '10 am'] }],
      },
      {
        ...{ type: 'form', id: 'person' },
        body: [
          {
            ...{ type: 'text-field', name: 'town', label: 'Town' },
            rules: [{ rule: 'length', min: 3, message: 'That is a short name.' }],
          },
        ],
      },
    ],
  });
  const part = { $schema: '../../schemas/part.schema.json', grammar: GRAMMAR };
  write('screens/parts/branch-card.part.json', {
    ...{ ...part, id: 'branch-card', description: 'A branch, and what can be done there.' },
    params: {
      branch: { type: 'string', required: true, description: 'Name of the branch.' },
      isOpen: { type: 'boolean', default: true },
    },
    slots: { extra: { description: 'What can be done there.' } },
    body: [
      { type: 'text', text: '${params.branch}', style: 'heading' },
      { type: 'text', text: 'Open now', visibleWhen: 'params.isOpen' },
      { type: 'slot', slot: 'extra', body: [{ type: 'text', text: 'Ask at the desk.' }] },
    ],
  });
  write('screens/parts/phone-fields.part.json', {
    ...{ ...part, id: 'phone-fields', description: 'A phone number, as a part of a form.', form: 'person' },
    body: [{ type: 'text-field', name: 'phone', label: 'Phone number' }],
  });
  await own.start();
});
test.afterAll(() => own.remove());

const outlineOf = (page: Page): Locator => page.getByRole('tree', { name: 'Outline' });
const properties = (page: Page): Locator => page.getByRole('region', { name: 'Properties' });

async function openVisit(page: Page, name: string): Promise<readonly string[]> {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, name, 'editor');
  await page.setViewportSize({ width: 1180, height: 800 });
  await lineOf(page, 'visit').click();
  await expect(outlineOf(page).getByRole('treeitem', { name: /Town/ })).toBeVisible();
  return faults;
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['MEMBERS_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

const select = (page: Page, name: RegExp): Promise<void> =>
  outlineOf(page).getByRole('treeitem', { name }).last().click();

test('columns of a table are added, named and moved, with the cells of its rows', async ({ page }) => {
  const faults = await openVisit(page, 'ana');
  await select(page, /Table Opening hours/);
  const columns = properties(page).getByRole('group', { name: 'Columns' });
  await columns.getByRole('button', { name: 'Add a column' }).click();
  await columns.getByRole('textbox', { name: 'Heading' }).fill('Until');
  await properties(page)
    .getByRole('combobox', { name: 'Aligned' })
    .selectOption({ label: 'At the end, for amounts' });
  await columns.getByRole('button', { name: 'Move column 3 up' }).click();
  // The focus moves with the column.
  await expect(columns.getByRole('button', { name: 'Move column 2 up' })).toBeFocused();
  const preview = previewOf(page);
  await expect(preview.getByRole('columnheader')).toHaveText(['Day', 'Until', 'From']);
  await expect(preview.getByRole('row').nth(1).getByRole('cell')).toHaveCount(2);
  const rows = properties(page).getByRole('group', { name: 'Rows' });
  await rows.getByText('Monday · New value · 9 am').click();
  await rows.getByRole('textbox', { name: 'Until' }).fill('5 pm');
  await expect(preview.getByText('5 pm')).toBeVisible();
  await expect(errorless(page)).toBeVisible();
  expect(await findSerious(page)).toEqual([]);

  await picture(page, 'columns');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findSerious(page)).toEqual([]);
  await picture(page, 'columns-dark');
  expect(faults).toEqual([]);
});

test('a rule only warns or has a pattern with examples, and a text field offers suggestions', async ({
  page,
}) => {
  const faults = await openVisit(page, 'ben');
  await select(page, /Town/);
  const rules = properties(page).getByRole('group', { name: 'Rules' });
  await rules.getByText('Length: That is a short name.').click();
  const stops = rules.getByRole('checkbox', { name: 'Stops the form from being sent' });
  await expect(stops).toBeChecked();
  await stops.uncheck();
  await expect(stops).not.toBeChecked();
  // A pattern from the list by its name, then the person's own, with examples that are marked at once.
  await rules.getByRole('combobox', { name: 'Kind of the new rule' }).selectOption('pattern');
  await rules.getByRole('button', { name: 'Add a rule' }).click();
  const pattern = rules.getByRole('group', { name: 'Pattern', exact: true });
  const kind = pattern.getByRole('combobox', { name: 'The text must be' });
  await kind.selectOption('Letters and digits');
  await expect(rules.getByText('Pattern: Use letters and digits only')).toBeVisible();
  await kind.selectOption('My own pattern');
  await pattern.getByRole('textbox', { name: 'My own pattern' }).fill('^[A-Z][a-z]+$');
  for (const [name, text] of [
    ['Examples that must pass', 'Cebu'],
    ['Examples that must not pass', 'Davao'],
  ] as const) {
    const examples = pattern.getByRole('group', { name });
    await examples.getByRole('button', { name: 'Add an example' }).click();
    await expect(examples.getByRole('textbox')).toBeFocused();
    await page.keyboard.type(text);
  }
  await expect(pattern.getByText('✓ passes')).toBeVisible();
  await expect(pattern.getByText('✗ passes, but must not')).toBeVisible();
  await picture(page, 'pattern');
  await page.setViewportSize({ width: 400, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findSerious(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
  await picture(page, 'pattern-400');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1180, height: 800 });
  const suggestions = properties(page).getByRole('group', { name: 'Suggestions' });
  for (const town of ['Cebu', 'Davao']) {
    await suggestions.getByRole('button', { name: 'Add a suggestion' }).click();
    await suggestions.getByRole('textbox', { name: 'Value' }).last().fill(town);
  }
  await suggestions.getByRole('button', { name: 'Move suggestion 2 up' }).click();
  await expect(errorless(page)).toBeVisible();
  expect(await findSerious(page)).toEqual([]);
  await picture(page, 'suggestions');
  expect(faults).toEqual([]);
});

test('a part with a slot is inserted, its inputs are filled in, and its slot gets a widget', async ({
  page,
}) => {
  const faults = await openVisit(page, 'carl');
  await select(page, /Table Opening hours/);
  await page.getByRole('button', { name: 'Add…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add' });
  await expect(dialog.getByRole('option', { name: /^Phone fields/ })).toHaveCount(0);
  await dialog.getByRole('option', { name: /^Branch card/ }).click();
  const preview = previewOf(page);
  await expect(preview.getByText('Ask at the desk.')).toBeVisible();
  const inputs = properties(page).getByRole('group', { name: 'Inputs of the part' });
  await inputs.getByRole('textbox', { name: 'Branch' }).fill('Cebu City');
  await expect(preview.getByText('Cebu City')).toBeVisible();
  await inputs.getByRole('combobox', { name: 'Is open' }).selectOption('No');
  await expect(preview.getByText('Open now')).toBeHidden();
  await picture(page, 'part');

  // The slot is in the outline; what is put there replaces what the part has by itself.
  await select(page, /extra/i);
  await page.getByRole('button', { name: 'Add…' }).click();
  await page
    .getByRole('dialog', { name: 'Add' })
    .getByRole('option', { name: /^Text A heading/ })
    .click();
  await properties(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Pick up a card');
  await expect(preview.getByText('Pick up a card')).toBeVisible();
  await expect(preview.getByText('Ask at the desk.')).toBeHidden();
  await expect(errorless(page)).toBeVisible();
  expect(await findSerious(page)).toEqual([]);
  await picture(page, 'slot');
  expect(faults).toEqual([]);
});

test('a part with fields is inserted into a form', async ({ page }) => {
  const faults = await openVisit(page, 'dora');
  await select(page, /Town/);
  await page.getByRole('button', { name: 'Add…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add' });
  await dialog.getByRole('option', { name: /^Phone fields/ }).click();
  const phone = previewOf(page).getByRole('textbox', { name: 'Phone number' });
  await expect(phone).toBeVisible();
  await expect(errorless(page)).toBeVisible();
  await picture(page, 'fields');
  expect(await findSerious(page)).toEqual([]);
  expect(faults).toEqual([]);
});
