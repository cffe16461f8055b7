#!/usr/bin/env node
import { processIo } from './cli/process-io.ts'
import { toolsMain } from './cli/tools.ts'

process.exitCode = await toolsMain(process.argv.slice(2), processIo())
