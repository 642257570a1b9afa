; The station of the whole machine (MSI) is there: another one for a single user would run next to it with its own version.
!macro customInit
  ${If} ${FileExists} "$PROGRAMFILES64\${PRODUCT_NAME}\${APP_EXECUTABLE_FILENAME}"
    MessageBox MB_ICONSTOP|MB_OK "Signing Station is already installed for this computer. / Signing Station ya está instalada en este equipo. / O Signing Station já está instalado neste computador." /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

; "Open with" for PDFs. Only the list of programs: the default value of .pdf, and a person's choice, stay as they are.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\SigningStation.pdf" "" "PDF"
  WriteRegStr SHELL_CONTEXT "Software\Classes\SigningStation.pdf\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.pdf\OpenWithProgids" "SigningStation.pdf"
  System::Call "shell32::SHChangeNotify(i,i,i,i) (0x08000000, 0x1000, 0, 0)"
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.pdf\OpenWithProgids" "SigningStation.pdf"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\SigningStation.pdf"
  System::Call "shell32::SHChangeNotify(i,i,i,i) (0x08000000, 0x1000, 0, 0)"
!macroend
