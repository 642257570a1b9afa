@echo off
rem Starts the command line with its own Node, and ends with its exit code.
"%~dp0node.exe" --min-semi-space-size=16 --max-semi-space-size=32 "%~dp0app\station.js" %*
exit /b %ERRORLEVEL%
