import type { Tool } from './tool.ts';
import { checkTool } from './tools/check.ts';
import { coverageTool } from './tools/coverage.ts';
import { diffTool } from './tools/diff.ts';
import { editTool } from './tools/edit.ts';
import { explainTool } from './tools/explain.ts';
import { overviewTool } from './tools/overview.ts';
import { proposeTool } from './tools/propose.ts';
import { readTool } from './tools/read.ts';
import { referenceTool } from './tools/reference.ts';
import { renderTool } from './tools/render.ts';
import { searchTool } from './tools/search.ts';
import { testTool } from './tools/test.ts';
import { undoTool } from './tools/undo.ts';

/** All tools. None publishes, approves, rolls back or manages accounts. */
export const TOOLS: readonly Tool[] = [
  overviewTool,
  readTool,
  referenceTool,
  searchTool,
  editTool,
  undoTool,
  checkTool,
  explainTool,
  renderTool,
  testTool,
  coverageTool,
  diffTool,
  proposeTool,
];
