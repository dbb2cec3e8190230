/**
 * `npm run shots`: takes a screenshot of every screen in each of its states, light and dark, like `capiz render --png`
 * (bin/camera.mjs), into `shots/<screen>/<state>.<theme>.png`, and writes `shots/index.html` to compare them.
 * `<state>-end` is the end of content longer than the phone. `npm run shots -- order repay/overdue` takes only those. The
 * states are the gallery's (`fixtures/states`).
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCamera, THEMES } from '../bin/camera.mjs';
import { findBrowsers } from './browser.mjs';

const FOLDER = 'shots';
const AT_ONCE = 2;

/** One page with all screenshots, by screen and state; no script, no network. */
function writeIndex() {
  const screens = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const parts = screens.map(({ name: screen }) => {
    const files = readdirSync(join(FOLDER, screen)).sort();
    const names = [...new Set(files.map((file) => file.replace(/\.(light|dark)\.png$/, '')))];
    const figures = names.map((name) => {
      const pictures = THEMES.map((theme) => `${name}.${theme}.png`)
        .filter((file) => files.includes(file))
        .map(
          (file) =>
            `<a href="${screen}/${file}"><img loading="lazy" src="${screen}/${file}" alt="${file}"></a>`,
        );
      return `<figure><figcaption>${name}</figcaption>${pictures.join('')}</figure>`;
    });
    return `<h2>${screen}</h2><div class="states">${figures.join('\n')}</div>`;
  });
  writeFileSync(
    join(FOLDER, 'index.html'),
    `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens in their states</title>
<style>
body{margin:24px;background:#8b93a0;font:14px/20px system-ui,sans-serif}
.states{display:flex;flex-wrap:wrap;gap:24px}
figure{margin:0}figcaption{margin:0 0 4px;font-weight:600}
img{width:220px;border-radius:10px;margin-right:6px;vertical-align:top}
</style>
${parts.join('\n')}
</html>
`,
  );
}

const asked = process.argv.slice(2);
const failures = [];
let taken = 0;
findBrowsers();
const camera = await openCamera();
try {
  const states = camera.states.filter(
    ({ screen, name }) =>
      asked.length === 0 || asked.some((one) => one === screen || one === `${screen}/${name}`),
  );
  if (states.length === 0) failures.push(`There is no such state: ${asked.join(', ')}`);
  else if (asked.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const left = [...states];
  const work = async () => {
    for (let state = left.shift(); state !== undefined; state = left.shift()) {
      try {
        const pictures = await camera.shoot(state);
        mkdirSync(join(FOLDER, state.screen), { recursive: true });
        for (const { part, theme, png } of pictures)
          writeFileSync(join(FOLDER, state.screen, `${state.name}${part && `-${part}`}.${theme}.png`), png);
        taken += 1;
      } catch (error) {
        failures.push(`${state.screen}/${state.name}: ${error.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  writeIndex();
} finally {
  await camera.close();
}
for (const failure of failures) console.error(`FAILED ${failure}`);
console.log(`${taken} states pictured in ${FOLDER}/index.html, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
