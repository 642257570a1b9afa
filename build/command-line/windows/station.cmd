@echo off
rem Starts the command line with its own Node, and ends with its exit code.
"%~dp0node.exe" "%~dp0app\station.js" %*
exit /b %ERRORLEVEL%
