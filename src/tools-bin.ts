#!/usr/bin/env node
import { toolsMain } from './cli/index.ts'
import { processIo } from './commands/index.ts'

process.exitCode = await toolsMain(process.argv.slice(2), processIo())
