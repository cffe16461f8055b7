#!/usr/bin/env node
import { processIo, toolsMain } from './cli/index.ts'

process.exitCode = await toolsMain(process.argv.slice(2), processIo())
