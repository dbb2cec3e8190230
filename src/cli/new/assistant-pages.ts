import type { NewFile } from './files.ts';

/**
 * Pages for assistants and their people: how to work in the project.
 *
 * @param name - The app's name.
 */
export function writeAssistantPages(name: string): readonly NewFile[] {
  return [
    { path: 'AGENTS.md', text: AGENTS(name), yields: true },
    { path: 'llms.txt', text: LLMS(name), yields: true },
  ];
}

const AGENTS = (name: string): string => `# ${name}

Screens of a web app for phones. They are JSON documents; \`capiz\` checks, renders and serves them. You write no TypeScript.

## What is where

- \`screens/app.json\`: languages, hosts, colours, what all screens share
- \`screens/<id>.screen.json\`: the screens; \`screens/parts/\`: parts of them
- \`schemas/api/<name>.endpoint.json\`: contracts of the service; \`fixtures/api/<name>/standard.json\`: its reply in tests
- \`fixtures/scenarios/\`, \`fixtures/states/\`, \`fixtures/scripts/\`: which replies, states and journeys are tested
- \`fixtures/snapshots/\`: what a borrower reads in each state; written by \`npx capiz test\`, never by hand
- \`node_modules/capiz/schemas/\`: the JSON Schemas of all documents, with a description of each member

## Commands

- \`npx capiz check\` after each edit; \`npx capiz explain <code>\` says why something is a problem
- \`npx capiz test <screen>\` renders its states and plays its scripts; add \`-u\` when the new text is right
- \`npx capiz render <screen>/<state>\` writes a state as a page
- \`npx capiz fmt\` before you commit
- \`npx capiz mcp\` is an MCP server with all of this, the reference and its examples: connect to it if you can

## Rules

- Correct every error and warning. An intended warning is acknowledged in the document with its reason.
- Amounts are whole minor units. A call that changes something must not take effect twice.
- People review and publish. Propose a draft; never publish.
`;

const LLMS = (name: string): string => `# ${name}

> Screens as JSON documents, checked and rendered by capiz.

- [How to work here](AGENTS.md): folders, commands, rules
- Schemas: node_modules/capiz/schemas/*.schema.json
- Reference with examples: the tool "reference" of the MCP server \`npx capiz mcp\`
`;
